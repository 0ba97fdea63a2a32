# nix-build -E 'with import <nixpkgs> {}; python3Packages.callPackage ./package.nix {}'
# nixpkgs has no `pddl`, which is packaged here as well.
{
  lib,
  buildPythonApplication,
  buildPythonPackage,
  fetchPypi,
  fetchurl,
  click,
  hatchling,
  lark,
  lsprotocol,
  msgspec,
  psutil,
  pygls,
  setuptools,
  shtab,
  textual,
}:

let
  pddl = buildPythonPackage rec {
    pname = "pddl";
    version = "0.5.1";
    pyproject = true;
    src = fetchPypi {
      inherit pname version;
      hash = "sha256-LHK3LeS9QpjMoVg/NEiPugnfFbEyrlNG652O77EnYl0=";
    };
    build-system = [ setuptools ];
    dependencies = [
      click
      lark
    ];
    # It asks for lark < 1.2, and works with 1.3.
    pythonRelaxDeps = [ "lark" ];
  };
in
buildPythonApplication rec {
  pname = "planlsp";
  version = "@VERSION@";
  pyproject = true;

  src = fetchurl {
    url = "@ADDRESS@/releases/download/v${version}/planlsp-${version}.tar.gz";
    sha256 = "@SHA256@";
  };

  build-system = [
    hatchling
    msgspec
    shtab
  ];
  dependencies = [
    lsprotocol
    msgspec
    pddl
    psutil
    pygls
    shtab
    textual
  ];

  pythonImportsCheck = [ "plancore" ];

  meta = {
    description = "Compare, check and edit automated-planning models in PDDL";
    homepage = "@ADDRESS@";
    license = lib.licenses.mit;
    mainProgram = "plandiff";
  };
}
