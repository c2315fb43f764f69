import { readFileSync } from 'node:fs';
import { DockerfileParser } from 'dockerfile-ast';

/** The Dockerfile, as a parser reads it. */
const text = readFileSync(new URL('../../examples/deploy/docker/Dockerfile', import.meta.url), 'utf8');
const parsed = DockerfileParser.parse(text);

/** The JSON of an instruction in exec form, wherever it begins. */
function words(content: string): string[] {
  return JSON.parse(content.slice(content.indexOf('['))) as string[];
}

/** The value of an ARG before the first FROM. */
function given(name: string): string {
  const found = parsed.getInitialARGs().find((each) => each.getProperty()?.getName() === name);
  return found?.getProperty()?.getValue() ?? '';
}

export const dockerfile = {
  text,
  /** The images that it begins with. */
  bases: { builder: given('BUILDER'), base: given('BASE') },
  instructions: parsed.getInstructions().map((instruction) => ({
    keyword: instruction.getKeyword(),
    content: instruction.getArgumentsContent() ?? '',
  })),
  /** What Docker runs to see whether the server is well. */
  healthcheck: words(parsed.getHEALTHCHECKs().at(-1)?.getRawArgumentsContent()?.replace(/\\\n/g, ' ') ?? '[]'),
  /** What is process 1, and its words. */
  command: [
    ...words(parsed.getENTRYPOINTs().at(-1)?.getArgumentsContent() ?? '[]'),
    ...words(parsed.getCMDs().at(-1)?.getArgumentsContent() ?? '[]'),
  ],
};
