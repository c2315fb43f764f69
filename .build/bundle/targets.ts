/** A platform that a bundle is made for. */
export interface Target {
  /** As Node names it: `linux-x64`. */
  name: string;
  platform: string;
  arch: string;
}

/** The platforms for which a bundle can be made anywhere: the packages for them are in the lock files. */
export const TARGETS = ['linux-x64', 'linux-arm64', 'darwin-arm64'];

export const HERE = `${process.platform}-${process.arch}`;

/** The platform of that name. This machine's own is always one. Throws an error for the user. */
export function targetOf(name: string): Target {
  if (name !== HERE && !TARGETS.includes(name)) {
    throw new Error(`there is no target ${name}. Available are ${TARGETS.join(', ')}, and on this machine ${HERE}.`);
  }
  const [platform = '', arch = ''] = name.split('-');
  return { name, platform, arch };
}
