# Not tested with Homebrew yet. `dist/build brew` replaces the placeholders between `@` signs, and installs the command as below.
class Grundy < Formula
  desc "Solves combinatorial games from their rules"
  homepage "@REPOSITORY@"
  url "@REPOSITORY@/releases/download/v@VERSION@/grundy-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/cli")
    system "cargo", "install", *std_cargo_args(path: "crates/lsp")
    system bin/"grundy", "man", man1
    generate_completions_from_executable(bin/"grundy", "completions")
  end

  test do
    assert_match "value:    3", shell_output("#{bin}/grundy solve 'kayles[12] + nim[7]'")
  end
end
