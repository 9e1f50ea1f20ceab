import type { GrantType, OAuthClient } from './client.ts'

/** Port: stores OAuth clients. */
export interface ClientStore {
  nextId(): string
  /** @throws ContentError CONFLICT if another client has the id. */
  add(client: OAuthClient): Promise<OAuthClient>
  /** Adds the client, or replaces the client with the same id. */
  put(client: OAuthClient): Promise<OAuthClient>
  /** Runs `decide` on the locked row and stores its result. Null if there is no client with this id. */
  change(id: string, decide: (current: OAuthClient) => OAuthClient): Promise<OAuthClient | null>
  /**
   * Removes a client with its codes, sessions, tokens and consents. Runs `decide` on the locked row; false if there is
   * no client with this id.
   */
  remove(id: string, decide: (current: OAuthClient) => void): Promise<boolean>
  get(id: string): Promise<OAuthClient | null>
  /** Whether a client is registered for this grant. */
  anyFor(grant: GrantType): Promise<boolean>
}
