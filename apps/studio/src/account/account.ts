import { useQueryClient } from '@tanstack/react-query'
import { rest, take } from '../api/client.ts'
import type { Account } from '../api/people-paths.ts'

/** One's own account, and the tag that a change names. */
export interface LoadedAccount {
  readonly account: Account
  readonly etag: string | undefined
}

export const readAccount = async (): Promise<LoadedAccount> => {
  const result = await rest.get('/api/me')
  if (!result.ok) throw result.error
  return { account: result.data, etag: result.etag }
}

export const ACCOUNT_QUERY = { queryKey: ['account'], queryFn: readAccount } as const

/** Reads the account again, also for the header and the appearance. */
export const useRenewAccount = (): (() => void) => {
  const queries = useQueryClient()
  return () => {
    for (const name of ['account', 'me']) void queries.invalidateQueries({ queryKey: [name] })
  }
}

/** @throws ClientError with PRECONDITION_FAILED if the account has another version. */
export const changeAccount = async (body: object, etag: string | undefined): Promise<void> =>
  void (await take(rest.patch('/api/me', { body, ...(etag !== undefined && { ifMatch: etag }) })))
