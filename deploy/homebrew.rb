# The Homebrew formula of a release: .ci/homebrew fills in VERSION and the checksums, for Formula/vitrine.rb of the tap.
class Vitrine < Formula
  desc "Public directory of AI tools that you host yourself"
  homepage "https://github.com/vitrine-directory/vitrine"
  version "VERSION"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "https://github.com/vitrine-directory/vitrine/releases/download/vVERSION/vitrine_VERSION_darwin_arm64.tar.gz"
      sha256 "SHA256"
    end
    on_intel do
      url "https://github.com/vitrine-directory/vitrine/releases/download/vVERSION/vitrine_VERSION_darwin_amd64.tar.gz"
      sha256 "SHA256"
    end
  end
  on_linux do
    on_arm do
      url "https://github.com/vitrine-directory/vitrine/releases/download/vVERSION/vitrine_VERSION_linux_arm64.tar.gz"
      sha256 "SHA256"
    end
    on_intel do
      url "https://github.com/vitrine-directory/vitrine/releases/download/vVERSION/vitrine_VERSION_linux_amd64.tar.gz"
      sha256 "SHA256"
    end
  end

  def install
    bin.install "vitrine"
  end

  service do
    run [opt_bin/"vitrine", "serve", "--data", var/"vitrine", "--addr", "127.0.0.1:8080"]
    keep_alive true
    log_path var/"log/vitrine.log"
    error_log_path var/"log/vitrine.log"
  end

  test do
    assert_match "vitrine #{version} ", shell_output("#{bin}/vitrine version")
  end
end
