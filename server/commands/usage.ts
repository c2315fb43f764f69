import { describeEnv } from '../config/env-variables.ts';
import { commandHere, commandLine } from '../platform/program/command-line.ts';

/** What each command does, as `help` shows it. */
const COMMANDS = {
  start: `
  start                         starts the server (also without a command)`,
  'setup-link': `
  setup-link                    prints where the first account of a new server is created`,
  users: `
  users reset-password EMAIL [--second-factor-off]
                                gives an account a new password, and with the option turns off its second factor;
                                stop the server first
  users make-operator EMAIL     lets an account look after the whole server; stop the server first
  users list                    shows the accounts; stop the server first, or look in the console
  users deactivate EMAIL        ends the sessions of an account and lets it sign in no more; stop the server first
  users reactivate EMAIL        lets it sign in again; stop the server first
  users unlink EMAIL            unlinks an account from the person of the provider who signs in to it; stop the server first`,
  models: `
  models list                   shows which models there are, which are here, and which are in use
  models pull NAME [--force]    downloads one, or continues where it stopped; refuses what cannot run here, unless forced
  models verify [NAME]          holds every byte of one, or of all, against what is pinned
  models use NAME [--anyway]    chooses one from the next start on, or builtin, or extractive; examines first one that writes
                                answers, and refuses it if it does not follow instructions
  models examine NAME           asks one that writes answers questions with known answers, and says what it can do
  models add PATH --for PURPOSE [--name N] [--licence L] [--pooling mean|cls|last] [--query-prefix T] [--passage-prefix T]
                                adds one of your own, a GGUF file for answers, or an ONNX folder for embedding, reranking or
                                checks; it is checked without being run, and its checksum is pinned
  models remove NAME            deletes one that is not in use`,
  engines: `
  engines list                  shows what runs models and reads scans on this machine, and what of it is here
  engines add NAME [--from PATH] [--gpu cuda|vulkan] [--languages NAME,…]
                                installs one that is pinned and checked, from npm's registry or from a copied folder
                                or archive; without --gpu for the processor alone. --languages is for ocr: eng,fra,jpn
  engines remove NAME           deletes one that no model in use needs`,
  sync: `
  sync FOLDER [--project ID] [--server URL] [--base-url URL] [--site NAME] [--prefix NAME] [--include GLOB]
       [--exclude GLOB] [--metadata NAME=VALUE] [--prune] [--dry-run] [--gate] [--trial] [--summary FILE]
                                sends what is new or changed in a folder of documents to a project, through its API
                                key FOOTNOTE_API_KEY; ends with 1 where a file could not be read; --gate takes a change
                                back that breaks golden questions, --trial any; --summary writes Markdown`,
  repositories: `
  repositories list | add URL [--branch NAME] [--folder PATH] [--include GLOB] [--exclude GLOB] [--base-url URL]
               [--site NAME] [--gate] [--token-stdin] | sync ID | remove ID [--project ID] [--server URL]
                                shows and changes the git repositories that a project is read from, and reads one now,
                                through its API key FOOTNOTE_API_KEY; --token-stdin reads a token from standard input`,
  check: `
  check [--project ID] [--server URL]
                                asks the golden questions of a project; ends with 1 where one is broken`,
  answers: `
  answers export|import FILE [--project ID] [--server URL]
                                writes the answers of the owner to a file (.md or JSON), or reads them from one, through
                                the API key FOOTNOTE_API_KEY`,
  webhooks: `
  webhooks list | add URL [--event TYPE]… [--description TEXT] | deliveries ID [--status STATUS] [--limit N]
           | redeliver ID DELIVERY | remove ID [--project ID] [--server URL]
                                shows and changes the webhooks of a project, and sends a message again, with the
                                access token of its owner, FOOTNOTE_TOKEN`,
  eval: `
  eval FILE [--project ID] [--min-hit 0.8]
                                asks the questions of a file whose answers you know, also while the server
                                runs; ends with 1 where too few of the right passages are found`,
  mcp: `
  mcp --project ID [--server URL]
                                offers a project to an agent on this machine over standard input and output (MCP)`,
  backup: `
  backup FILE [--force]         puts everything but models into one file, also while the server runs`,
  restore: `
  restore FILE [--force]        takes a backup out again, into an empty DATA_DIR; stop the server first`,
  export: `
  export PROJECT FILE [--conversations] [--force]
                                puts one project (its id or name) into one file, also while the server runs`,
  import: `
  import FILE --owner EMAIL     adds an exported project to an account of this server; stop the server first`,
  migrate: `
  migrate --to postgres://…     copies everything but models into an empty database of PostgreSQL; stop the server first
  migrate --from postgres://…   copies it back, into an empty DATA_DIR; stop all servers first`,
  upgrade: `
  upgrade --check               says what this version would change in the data of an older one; changes nothing`,
  'begin-empty': `
  begin-empty                   begins with an empty database where that of a server is gone; moves what is left of it aside`,
  compact: `
  compact                       rewrites the database so that nothing deleted is left in its file; stop the server first`,
  doctor: `
  doctor [--url URL] [--origin ORIGIN] [--json]
                                looks whether all is well, also under its public address, and says what to do`,
} as const;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

export const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

/** All commands and settings. */
export const usage = (): string => `Footnote: a chatbot for your documents that cites its sources.

Usage: ${commandLine('COMMAND')}
${Object.values(COMMANDS).join('')}
  help                          shows this; after a command, --help shows that command
  --version                     shows the version

Settings are environment variables:
${describeEnv()}
`;

/** One command. */
export const commandUsage = (name: CommandName): string => `Usage: ${commandHere()} ${name} …
${COMMANDS[name]}

All commands and settings: ${commandLine('help')}
`;
