/** Of what a package manager installs, and what is hidden, nothing is documentation. */
export const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules';
