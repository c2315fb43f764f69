import { availableParallelism } from 'node:os';
import type { Env } from '../config/env.ts';
import { type Finding, findings } from './finding.ts';

/** A possible contradiction between settings, with what to say and advise. */
interface Contradiction {
  holds(env: Env, chosen: { embedder: string | null; answerer: string | null }): boolean;
  found: string;
  advice: string;
}

const isPublic = ({ publicUrl }: Env) =>
  publicUrl !== null && !/^https?:\/\/(?:localhost|127\.|\[::1\])/.test(publicUrl);

/** Which values of EMBEDDER and ANSWERER run a model. */
const HAS_MODEL: {
  embedder: Record<NonNullable<Env['embedder']>, boolean>;
  answerer: Record<NonNullable<Env['answerer']>, boolean>;
} = {
  embedder: { builtin: false, transformers: true, openai: true },
  answerer: { extractive: false, llama: true, 'llama-node': true, openai: true },
};

const CONTRADICTIONS: Contradiction[] = [
  {
    holds: (env) => isPublic(env) && env.publicUrl?.startsWith('http:') === true,
    found: 'PUBLIC_URL begins with http://, so passwords and answers are sent unencrypted.',
    advice: 'Put a proxy with a certificate in front, and write https://.',
  },
  {
    holds: (env) => env.publicUrl?.startsWith('https:') === true && env.trustedProxies === 0,
    found: 'PUBLIC_URL begins with https://, which needs a proxy, but TRUST_PROXY is 0: all visitors share one limit.',
    advice: 'Set TRUST_PROXY to the number of proxies in front, usually 1.',
  },
  {
    holds: (env) => env.trustedProxies > 0 && !isPublic(env),
    found: 'TRUST_PROXY is set without a PUBLIC_URL: links in citations bypass the proxy.',
    advice: 'Set PUBLIC_URL to the address that visitors use.',
  },
  {
    holds: (env) => env.trustedProxies > 0 && (env.host === '0.0.0.0' || env.host === '::'),
    found:
      'HOST opens the port to everybody: with TRUST_PROXY, a client that bypasses the proxy can forge its address.',
    advice: 'Set HOST=127.0.0.1, or close the port to others (as a container does).',
  },
  {
    holds: (env) => isPublic(env) && env.registration === 'open',
    found: 'Anybody can create an account (REGISTRATION=open) on a server with a public address.',
    advice: 'Set REGISTRATION=closed, unless that is what you want.',
  },
  {
    holds: (env) => isPublic(env) && Object.values(env.rateLimits).includes(0),
    found: 'A rate limit is off on a server with a public address.',
    advice: 'Set RATE_LIMIT_GENERAL, RATE_LIMIT_CHAT, RATE_LIMIT_SEARCH and RATE_LIMIT_INGESTION to more than 0.',
  },
  {
    holds: (env) => env.embedderModel !== '' && (env.embedder === null || !HAS_MODEL.embedder[env.embedder]),
    found: 'EMBEDDER_MODEL is set, but EMBEDDER is not set to an engine with a model.',
    advice: 'Set EMBEDDER to transformers or openai, or unset the model.',
  },
  {
    holds: (env) => env.answererModel !== '' && (env.answerer === null || !HAS_MODEL.answerer[env.answerer]),
    found: 'ANSWERER_MODEL is set, but ANSWERER is not set to an engine with a model.',
    advice: 'Set ANSWERER to llama, llama-node or openai, or unset the model.',
  },
  {
    holds: (env) => env.verifierModel !== '' && env.verifier !== 'transformers',
    found: 'VERIFIER_MODEL is set, but VERIFIER is not transformers.',
    advice: 'Unset VERIFIER to use the model, or unset the model.',
  },
  {
    holds: (env, chosen) =>
      env.verifier !== 'rules' && (env.answerer ?? chosen.answerer ?? 'extractive') === 'extractive',
    found: 'VERIFIER is set, but there is no answering model whose sentences it could check.',
    advice: 'Unset VERIFIER and VERIFIER_MODEL, or choose an answering model.',
  },
  {
    holds: (env) => env.modelThreads !== null && env.modelThreads > availableParallelism(),
    found: 'MODEL_THREADS is more than there are processors, which makes models many times slower.',
    advice: 'Unset MODEL_THREADS, or set it to less.',
  },
  {
    holds: (env, chosen) => env.embedder !== null && chosen.embedder !== null,
    found: 'EMBEDDER is set and takes precedence over the choice made with "models use".',
    advice: 'Unset EMBEDDER, or use only this setting.',
  },
  {
    holds: (env, chosen) => env.answerer !== null && chosen.answerer !== null,
    found: 'ANSWERER is set and takes precedence over the choice made with "models use" or in the console.',
    advice: 'Unset ANSWERER, or use only this setting.',
  },
];

/** Checks the settings for contradictions, and for a model whose sentences only rules check. */
export function checkSettings(env: Env, chosen: { embedder: string | null; answerer: string | null }): Finding[] {
  const { ok, warning } = findings('settings');
  const found = CONTRADICTIONS.filter(({ holds }) => holds(env, chosen));
  const settings = found.length === 0 ? [ok('They go together.')] : found.map((one) => warning(one.found, one.advice));
  return [...settings, ...checkVerifier(env, chosen.answerer)];
}

const VERIFIER_NAMES = {
  rules: 'rules alone',
  transformers: 'rules and a model',
  answerer: 'rules and the model itself',
};

/** Nothing to report without an answering model: then all sentences are quoted. */
function checkVerifier({ answerer, verifier }: Env, chosen: string | null): Finding[] {
  if ((answerer ?? chosen ?? 'extractive') === 'extractive') return [];
  const finding = findings('checks').ok(
    `The sentences of the answering model are checked by ${VERIFIER_NAMES[verifier]}.`,
  );
  if (verifier !== 'rules') return [finding];
  const advice =
    'Set VERIFIER_MODEL=nli-deberta-v3-xsmall (English, 96 MB) or VERIFIER=answerer, so that more sentences that contradict their passage are found.';
  return [{ ...finding, advice }];
}
