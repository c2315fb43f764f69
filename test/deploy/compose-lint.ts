import { DCLinter } from 'dclint';

/**
 * What a linter finds in a compose file, each as `rule: message`: the schema of the Compose specification, in which a
 * misspelled word is an error, and its rules about ports, images, names and duplicates.
 */
export function lintCompose(path: string): string[] {
  const off = 0;
  const linter = new DCLinter({
    rules: {
      // An image that is built here has a name without a version, for "docker run" and for a second replica.
      'no-build-and-image': off,
      'service-image-require-explicit-tag': off,
      // Looked at in the tests themselves: a proxy is open to all, everything else to nobody.
      'no-unbound-port-interfaces': off,
      'require-quotes-in-ports': [2, { quoteType: 'double' }],
      // What belongs together stands together, in the order in which it is best read.
      'service-dependencies-alphabetical-order': off,
      'service-keys-order': off,
      'service-ports-alphabetical-order': off,
      'services-alphabetical-order': off,
      'top-level-properties-order': off,
    },
    quiet: false,
    debug: false,
    exclude: [],
  });
  // The compiler cannot follow the package's own types.
  const results: { messages: { rule: string; message: string }[] }[] = linter.lintFiles([path], false);
  return results.flatMap(({ messages }) => messages.map(({ rule, message }) => `${rule}: ${message}`));
}
