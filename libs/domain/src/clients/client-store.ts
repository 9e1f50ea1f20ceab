import type { GrantType, OAuthClient } from './client.ts'

/** Port: where the programs that may ask for tokens are kept. */
export interface ClientStore {
  nextId(): string
  /** @throws ContentError CONFLICT when the id is taken. */
  add(client: OAuthClient): Promise<OAuthClient>
  /** Puts the client in the place of the one with its id, if there is one. */
  put(client: OAuthClient): Promise<OAuthClient>
  get(id: string): Promise<OAuthClient | null>
  /** Whether any client is registered for this grant. */
  anyFor(grant: GrantType): Promise<boolean>
}
