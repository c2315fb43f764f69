import type { z } from 'zod';
import type { RouteWords } from '../rule.ts';

/** A JSON Schema as zod writes it, with the document's own extension. */
export type Schema = z.core.JSONSchema.BaseSchema;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
}

export interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface Header {
  description: string;
  schema: Schema;
  example: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, MediaType>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { description?: string; required: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response | { $ref: string }>;
  /** Why the SDK has no method for it. */
  'x-footnote-apart'?: Exclude<RouteWords['sdk'], object>;
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
}

export interface SecurityScheme {
  type: 'http' | 'apiKey';
  description: string;
  scheme?: string;
  bearerFormat?: string;
  in?: string;
  name?: string;
}

/** An OpenAPI 3.1 document, with the fields that ours has. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, SecurityScheme>;
    headers: Record<string, Header>;
    responses: Record<string, Response>;
    schemas: Record<string, Schema>;
  };
}
