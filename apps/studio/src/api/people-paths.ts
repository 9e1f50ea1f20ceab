import type { RestPaths, Schemas } from '@content-service/client'

export type Account = Schemas['Account']
export type UserAccess = Schemas['UserAccess']
export type Session = Schemas['Session']
export type ApiKey = Schemas['ApiKey']
export type AuditEntry = Schemas['AuditEntry']

/** The permissions of a service depend on its types. */
export type AccessExplanation = Omit<Schemas['AccessExplanation'], 'permission'>

interface OfUser {
  readonly params: { readonly id: string }
}

/** C19.5. */
interface OfAuditors {
  readonly '/api/me/permissions': { readonly get: { readonly response: readonly string[] } }
  readonly '/api/audit-log': {
    readonly get: {
      readonly query: Readonly<Record<string, string>>
      readonly response: readonly AuditEntry[]
    }
  }
  readonly '/api/access-explanations': {
    readonly get: {
      readonly query: { readonly permission: string; readonly id?: string; readonly userId: string }
      readonly response: AccessExplanation
    }
  }
  readonly '/api/users/{id}/access': {
    readonly get: OfUser & { readonly response: UserAccess }
    readonly patch: OfUser & { readonly body: Schemas['UserAccessPatch']; readonly response: UserAccess }
  }
  readonly '/api/users/{id}/second-factor': { readonly delete: OfUser & { readonly response: undefined } }
  readonly '/api/users/{id}/sessions': { readonly get: OfUser & { readonly response: readonly Session[] } }
  readonly '/api/users/{id}/sessions/{session}': {
    readonly delete: {
      readonly params: OfUser['params'] & { readonly session: string }
      readonly response: undefined
    }
  }
}

/** The addresses of accounts, of people and of what they have done. */
export type PeoplePaths = OfAuditors &
  Pick<
    RestPaths,
    | '/api/me'
    | '/api/me/settings'
    | '/api/me/preferences'
    | '/api/me/password'
    | '/api/me/second-factor'
    | '/api/me/second-factor/confirmation'
    | '/api/me/second-factor/recovery-codes'
    | '/api/me/second-factor/removal'
    | '/api/me/sessions'
    | '/api/me/sessions/{id}'
    | '/api/api-keys'
    | '/api/api-keys/{id}'
    | '/api/users/invitations'
  >
