/** Why an engine cannot be added, removed or used; the message is written for the operator. */
export class PackageError extends Error {}
