import type { Decision } from './decision.ts'
import type { PolicyDocument } from './document.ts'
import type { Filter } from './filter.ts'
import type { Subject } from './subject.ts'

/** What the engine reports. The hook is called in the middle of a check: be quick; what it throws is dropped. */
export type AuditEvent =
  | { readonly kind: 'unknown-role'; readonly subject: Subject; readonly role: string }
  | { readonly kind: 'unknown-permission'; readonly subject: Subject; readonly permission: string }
  | {
      readonly kind: 'rule-failed'
      readonly subject: Subject
      readonly rule: string
      readonly error: unknown
    }
  | {
      readonly kind: 'decision'
      readonly subject: Subject
      readonly permission: string
      readonly resource: unknown
      readonly decision: Decision
    }

export type AuditHook = (event: AuditEvent) => void

/** Each permission (`articles:read`) with the type of the rows it is about. */
export type Permissions = Readonly<Record<string, object>>

type Asked<M, P extends keyof M> = M[P] | null | undefined

/** The questions to a policy on behalf of one subject. A snapshot: roles given later do not count. */
export interface Ability<M extends object = Permissions> {
  can<P extends keyof M & string>(permission: P, resource?: Asked<M, P>): boolean
  decide<P extends keyof M & string>(permission: P, resource?: Asked<M, P>): Decision
  authorize<P extends keyof M & string>(permission: P, resource?: Asked<M, P>): Decision
  permits(permission: keyof M & string): boolean
  filter(permission: keyof M & string): Filter
}

export interface Policy<S extends Subject = Subject, M extends object = Permissions> {
  /** May the subject do this (to this resource)? A rule with a condition says no when asked without a resource. */
  can<P extends keyof M & string>(subject: S | null, permission: P, resource?: Asked<M, P>): boolean
  /** The same question, answered with the reason, the rules that decided and the caller's obligations. */
  decide<P extends keyof M & string>(subject: S | null, permission: P, resource?: Asked<M, P>): Decision
  /** The decision if it is to allow. @throws {AccessDenied} if not. */
  authorize<P extends keyof M & string>(subject: S | null, permission: P, resource?: Asked<M, P>): Decision
  /** Might the subject do this to some resource? True exactly where `filter` is not `never`. */
  permits(subject: S | null, permission: keyof M & string): boolean
  /** The rows the subject may do this to; references to the subject are replaced by its values. */
  filter(subject: S | null, permission: keyof M & string): Filter
  /** The same questions for one subject, its roles looked up once. */
  for(subject: S | null): Ability<M>
  readonly permissions: readonly (keyof M & string)[]
  readonly roles: readonly string[]
  /** The policy as data; `JSON.stringify` of it is a JSON policy if no condition has a date or bigint. */
  readonly document: PolicyDocument
}

/** What tools need of a policy, whatever its types. */
export interface PolicyData {
  readonly permissions: readonly string[]
  readonly document: PolicyDocument
}

/** All permissions of a policy, as a union of strings. */
export type PermissionOf<P> = P extends Policy<infer _S, infer M> ? keyof M & string : never
