# For a tap, as Formula/planlsp.rb. `brew update-python-resources planlsp` then adds the Python packages.
class Planlsp < Formula
  include Language::Python::Virtualenv

  desc "Compare, check and edit automated-planning models in PDDL"
  homepage "@ADDRESS@"
  url "@ADDRESS@/releases/download/v@VERSION@/planlsp-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "python@3.13"

  def install
    virtualenv_install_with_resources
    generate_completions_from_executable(bin/"planlsp", "completion", shells: [:bash, :zsh, :fish])
    generate_completions_from_executable(bin/"plandiff", "completion", shells: [:bash, :zsh, :fish])
    generate_completions_from_executable(bin/"planeval", "completion", shells: [:bash, :zsh, :fish])
  end

  test do
    (testpath/"d.pddl").write "(define (domain d) (:predicates (p)) (:action a :effect (q)))"
    assert_match "undeclared predicate", shell_output("#{bin}/planlsp check d.pddl", 1)
  end
end
