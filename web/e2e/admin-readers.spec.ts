import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { toastOf } from "./admin";
import { signedIn } from "./administrator";
import { atBothWidths, expectTidy } from "./looks";
import { testOn } from "./own-site";
import { expect } from "./test";

