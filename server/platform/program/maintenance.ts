import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandForm } from './command-line.ts';
import type { Installation } from './installation.ts';

/** How a server is restarted by hand. */
export interface RestartByHand {
  command: string;
  /** Whether the server has to be stopped first, where it runs. */
  stopFirst: boolean;
}

/** The commands that look after an installation, one a line. `VERSION` in them stands for that of the newer version. */
export interface Maintenance {
  restart: RestartByHand;
  /** Ask the newer version what it would change in the data; empty where the upgrade says so itself, and asks. */
  check: string[];
  upgrade: string[];
  /** Go back to the version before the last upgrade. */
  rollback: string[];
}

/** What the commands depend on. */
export interface MaintenanceFacts {
  installation: Installation;
  /** The machine's name, which in a container is its id and in a pod the pod's name. */
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Whether the data is in a Postgres database, which its own tools back up. */
  shared: boolean;
  /** `linux-x64`: what bundles are made for. */
  target: string;
}

const COMPOSE = 'docker compose -f examples/deploy/docker/compose.yaml';
const DUMP = 'pg_dump --format=custom --file=before-upgrade.dump "$DATABASE_URL"';
const RESTORE_DUMP = 'pg_restore --clean --if-exists --dbname="$DATABASE_URL" before-upgrade.dump';
const USUAL_PREFIX = '/opt/footnote';

/** The commands for the machine of this server, in the form that fits how it was installed. */
export function maintenanceOf(facts: MaintenanceFacts): Maintenance {
  const { form, root } = facts.installation;
  if (form === 'container') return ofContainer(facts);
  if (form === 'pod') return ofPod(facts);
  if (form === 'clone') return ofClone(facts);
  if (form !== 'bundle') return ofPackage(facts);
  const installed = installedBundle(root);
  return installed ? ofInstalledBundle(facts, installed) : ofUnpackedBundle(facts);
}

/** A backup before the upgrade, and its way back. `command` is that of Footnote with its settings. */
function aroundUpgrade({ shared, dataDir }: MaintenanceFacts, command: string) {
  const file = quoted(join(dataDir, 'before-upgrade.fnb'));
  if (shared) return { backup: DUMP, restore: RESTORE_DUMP };
  return { backup: `${command} backup ${file} --force`, restore: `${command} restore ${file} --force` };
}

function ofClone(facts: MaintenanceFacts): Maintenance {
  const command = `DATA_DIR=${quoted(facts.dataDir)} npx footnote`;
  const { backup, restore } = aroundUpgrade(facts, command);
  return {
    restart: { command: 'npm start', stopFirst: true },
    check: ['git tag --force before-upgrade', 'git pull', 'npm install', `${command} upgrade --check`],
    upgrade: [backup, 'npm start'],
    rollback: ['git checkout before-upgrade', 'npm install', restore, 'npm start'],
  };
}

function ofContainer(facts: MaintenanceFacts): Maintenance {
  const inside = aroundUpgrade(facts, 'footnote');
  const backup = facts.shared ? inside.backup : `docker exec ${facts.host} ${inside.backup}`;
  const restore = facts.shared ? inside.restore : `${COMPOSE} run --rm ${inside.restore}`;
  return {
    restart: { command: `docker restart ${facts.host}`, stopFirst: false },
    check: [
      'git tag --force before-upgrade',
      'git pull',
      `${COMPOSE} build`,
      `${COMPOSE} run --rm footnote upgrade --check`,
    ],
    upgrade: [backup, `${COMPOSE} up --detach`],
    rollback: ['git checkout before-upgrade', `${COMPOSE} build`, `${COMPOSE} down`, restore, `${COMPOSE} up --detach`],
  };
}

function ofPod({ host }: MaintenanceFacts): Maintenance {
  return {
    restart: { command: `kubectl delete pod ${host}`, stopFirst: false },
    check: [],
    upgrade: [DUMP, 'kubectl set image deployment/footnote footnote=footnote:VERSION'],
    rollback: [RESTORE_DUMP, 'kubectl rollout undo deployment/footnote'],
  };
}

function ofPackage(facts: MaintenanceFacts): Maintenance {
  const isGlobal = facts.installation.form === 'global';
  const { inItsFolder } = commandForm(facts.installation, facts.installation.root, facts.host);
  const command = `DATA_DIR=${quoted(facts.dataDir)} ${inItsFolder}`;
  const install = (file: string) => `npm install ${isGlobal ? '--global ' : ''}./${file}`;
  const { backup, restore } = aroundUpgrade(facts, command);
  const beside = '/tmp/footnote-VERSION';
  return {
    restart: { command: `${command} start`, stopFirst: true },
    check: [
      `npm install --prefix ${beside} ./footnote-server-VERSION.tgz`,
      `DATA_DIR=${quoted(facts.dataDir)} ${beside}/node_modules/.bin/footnote upgrade --check`,
    ],
    upgrade: [backup, install('footnote-server-VERSION.tgz'), `${command} start`],
    rollback: [install('footnote-server-FORMER.tgz'), restore, `${command} start`],
  };
}

/** What the installer of a bundle has written down; null for one that was only unpacked. */
function installedBundle(root: string): { isService: boolean } | null {
  try {
    return { isService: /^service='?yes'?$/m.test(readFileSync(join(root, 'install.conf'), 'utf8')) };
  } catch {
    return null;
  }
}

function ofInstalledBundle(
  { installation, target }: MaintenanceFacts,
  { isService }: { isService: boolean },
): Maintenance {
  const { root } = installation;
  const sudo = isService ? 'sudo ' : '';
  const prefix = root === USUAL_PREFIX ? '' : ` --prefix ${root}`;
  const folder = `footnote-VERSION-${target}`;
  return {
    restart: isService
      ? { command: 'sudo systemctl restart footnote', stopFirst: false }
      : { command: `${join(root, 'footnote')} start`, stopFirst: true },
    check: [],
    upgrade: [`tar -xzf ${folder}.tar.gz`, `${sudo}./${folder}/install.sh upgrade${prefix}`],
    rollback: [`${sudo}${join(root, 'current/install.sh')} rollback${prefix}`],
  };
}

function ofUnpackedBundle(facts: MaintenanceFacts): Maintenance {
  const withData = `DATA_DIR=${quoted(facts.dataDir)} `;
  const command = withData + quoted(join(facts.installation.root, 'footnote'));
  const folder = `footnote-VERSION-${facts.target}`;
  const { backup, restore } = aroundUpgrade(facts, command);
  return {
    restart: { command: `${command} start`, stopFirst: true },
    check: [`tar -xzf ${folder}.tar.gz`, `${withData}./${folder}/footnote upgrade --check`],
    upgrade: [backup, `${withData}./${folder}/footnote start`],
    rollback: [restore, `${command} start`],
  };
}

/** A path for a shell. */
const quoted = (path: string): string => (/^[\w./:@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);
