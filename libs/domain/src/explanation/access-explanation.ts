import { explain, type RuleTrace } from '@content-service/authz/explain'
import { authorizeOnAll } from '../access/access.ts'
import { keepTime } from '../access/caller.ts'
import type { Context } from '../context/context.ts'
import type { Caller, Permission } from '../access/content-policy.ts'
import { badValue, notFound } from '../rules/errors.ts'
import { toCaller } from '../access/held-roles.ts'
import type { User } from '../users/user.ts'
import {
  type AccessSources,
  findAccessRecord,
  findAccessUser,
  findRecordSource,
  readResource,
} from './access-records.ts'

/** A question to the policy: may the user do this, to this record? */
export interface AccessQuestion {
  readonly permission: string
  /** The record; absent if the question names no record. */
  readonly id?: string | undefined
  /** The user; absent for the caller, with the credential in use. */
  readonly userId?: string | undefined
}

/** The decision of the policy and its reasons (C7.7), for a person to read. */
export interface AccessExplanation {
  readonly permission: Permission
  readonly decision: 'ALLOW' | 'DENY'
  readonly reason: string
  readonly rules: readonly RuleTrace[]
  /** The conditions that an allow would need. */
  readonly missing: readonly string[]
  /** The whole explanation, with a line per rule. */
  readonly text: string
}

const parsePermission = ({ policy }: AccessSources, given: string): Permission => {
  const known = policy.permissions.find((permission) => permission === given)
  if (known === undefined) throw badValue(['permission'], `must be one of ${policy.permissions.join(', ')}`)
  return known
}

/** The subject of the question, and the reason why the subject cannot sign in, if any. */
interface AccessSubject {
  readonly subject: Caller
  readonly hindrance: string | null
}

/** C3.2: only an ACTIVE, not deleted user can authenticate. */
export const findHindrance = ({ deleted, status }: User): string | null => {
  if (deleted) return 'the account is deleted'
  return status === 'ACTIVE' ? null : `the account is ${status}`
}

const findSubject = async (sources: AccessSources, id: string): Promise<AccessSubject> => {
  const user = await findAccessUser(sources, id)
  if (!user) throw notFound('user')
  return { subject: toCaller(user), hindrance: findHindrance(user) }
}

/** Adds the reason why the subject cannot sign in: then the policy alone does not decide. */
const addHindrance = (explained: AccessExplanation, hindrance: string | null): AccessExplanation =>
  hindrance === null
    ? explained
    : {
        ...explained,
        decision: 'DENY',
        reason: 'cannot-sign-in',
        missing: [`an account that can sign in: ${hindrance}`, ...explained.missing],
        text: `deny ${explained.permission}: cannot-sign-in, ${hindrance}; else:\n${explained.text}`,
      }

/** The record with the fields that the policy may ask about. The caller has `audit:read`, which allows any record. */
const findRecord = async (
  sources: AccessSources,
  permission: Permission,
  id: string | undefined,
): Promise<object | null> => {
  if (id === undefined) return null
  const source = findRecordSource(sources, readResource(permission))
  if (source === null)
    throw badValue(
      ['id'],
      `must be absent, because the permission is not about a single record of ${readResource(permission)}`,
    )
  const record = await findAccessRecord(sources, source, id)
  if (!record) throw notFound('record')
  return record
}

const explainDecision = async (
  sources: AccessSources,
  { subject, hindrance }: AccessSubject,
  { permission: given, id }: AccessQuestion,
): Promise<AccessExplanation> => {
  const permission = parsePermission(sources, given)
  const record = await findRecord(sources, permission, id)
  // The permission and the type of its records are known only when the program runs.
  const asked = [permission as never, record as never] as const
  const { decision, ...why } = explain(sources.policy, subject, ...asked, subject.now && { now: subject.now })
  const [effect, reason] = [decision.effect === 'allow' ? 'ALLOW' : 'DENY', decision.reason] as const
  return addHindrance({ permission, decision: effect, reason, ...why }, hindrance)
}

/** `explainAccess`, for `audit:read`. @throws BAD_USER_INPUT, NOT_FOUND. */
export const explainAccess = async (
  context: Context,
  question: AccessQuestion,
): Promise<AccessExplanation> => {
  authorizeOnAll(context, 'audit:read')
  parsePermission(context, question.permission)
  return context.inShare(async () => {
    const { caller } = context
    if (question.userId === undefined)
      return explainDecision(context, { subject: caller, hindrance: null }, question)
    const { subject, hindrance } = await findSubject(context, question.userId)
    // C15.24: the explanation is of the time of the request.
    return explainDecision(context, { subject: keepTime(caller, subject), hindrance }, question)
  })
}

/** `explainAccess` for an operator. @throws BAD_USER_INPUT, NOT_FOUND. */
export const explainUserAccess = async (
  sources: AccessSources,
  question: AccessQuestion & { readonly userId: string },
): Promise<AccessExplanation> =>
  explainDecision(sources, await findSubject(sources, question.userId), question)
