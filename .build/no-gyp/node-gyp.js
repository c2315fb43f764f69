#!/usr/bin/env node
// Stands in for what compiles packages, as all in this repository bring their binaries. An npm that does not know "allowScripts"
// runs it for each package of the lock file that could be compiled, even where the package says that it need not be.
