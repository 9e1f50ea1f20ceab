import type { GrantType, OAuthClient } from './client.ts'

/** Port: where the programs that may ask for tokens are kept. */
export interface ClientStore {
  nextId(): string
  /** @throws ContentError CONFLICT when the id is taken. */
  add(client: OAuthClient): Promise<OAuthClient>
  /** Puts the client in the place of the one with its id, if there is one. */
  put(client: OAuthClient): Promise<OAuthClient>
  /** Decides on the locked row and stores what comes back. Null when there is no such client. */
  change(id: string, decide: (current: OAuthClient) => OAuthClient): Promise<OAuthClient | null>
  /** With its codes, sessions, tokens and consents. Decides on the locked row; false when there is no such client. */
  remove(id: string, decide: (current: OAuthClient) => void): Promise<boolean>
  get(id: string): Promise<OAuthClient | null>
  /** Whether any client is registered for this grant. */
  anyFor(grant: GrantType): Promise<boolean>
}
