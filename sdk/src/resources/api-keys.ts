import type {
  ApiKey,
  CreateApiKeyRequest,
  CreatedApiKey,
  Deleted,
  ListQuery,
  RotateApiKeyRequest,
} from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { ListedResource } from '../core/resource.ts';

/** The API keys of a project. Needs the owner's token. */
export class ApiKeys extends ListedResource {
  /**
   * Creates a key, which may do everything unless `scopes` says less. `key` is returned only here.
   * @example
   * const { key } = await owner.projects.apiKeys.create(projectId, { name: 'CI', scopes: ['ingest', 'read'] });
   */
  create(projectId: string, body: CreateApiKeyRequest = {}, options?: RequestOptions): Promise<CreatedApiKey> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/api-keys`, body, once: true }, options);
  }

  /**
   * Lists the keys without their secrets, newest first.
   * @example
   * for await (const { name, last_used_at } of owner.projects.apiKeys.list(projectId)) console.log(name, last_used_at);
   */
  list(projectId: string, query?: ListQuery, options?: RequestOptions): PagePromise<ApiKey> {
    return this.paged(path`/projects/${projectId}/api-keys`, query, options);
  }

  /**
   * Replaces a key by a new one with the same id. The former one stays valid for a day, or for `overlap_seconds`. `key` is
   * returned only here.
   * @example
   * const { key } = await owner.projects.apiKeys.rotate(projectId, keyId, { overlap_seconds: 3600 });
   */
  rotate(
    projectId: string,
    keyId: string,
    body: RotateApiKeyRequest = {},
    options?: RequestOptions,
  ): Promise<CreatedApiKey> {
    const address = path`/projects/${projectId}/api-keys/${keyId}/rotate`;
    return this.request({ method: 'POST', path: address, body, once: true }, options);
  }

  /**
   * Revokes a key.
   * @example
   * await owner.projects.apiKeys.delete(projectId, keyId);
   */
  delete(projectId: string, keyId: string, options?: RequestOptions): Promise<Deleted> {
    return this.request({ method: 'DELETE', path: path`/projects/${projectId}/api-keys/${keyId}` }, options);
  }
}
