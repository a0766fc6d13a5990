package backup

// NotRestored are the tables whose rows a restore leaves out.
var NotRestored = notRestored
