import { InvalidRule, display } from '../errors.ts'
import { isPlainObject } from '../parser.ts'
import type { RawRule } from '../raw-rule.ts'
import { wrapArray } from '../subjects.ts'
import type { SubjectType } from '../types.ts'

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- A rule of any actions and conditions. */
type AnyRawRule = RawRule<any, any>

/** A rule as a short list for JSON: action, subject, conditions, inverted, fields, reason. */
export type PackRule<T extends AnyRawRule> =
  | [string, string]
  | [string, string, T['conditions']]
  | [string, string, T['conditions'] | 0, 1]
  | [string, string, T['conditions'] | 0, 1 | 0, string]
  | [string, string, T['conditions'] | 0, 1 | 0, string | 0, string]
export type PackSubjectType<T extends SubjectType> = (type: T) => string
export type UnpackSubjectType<T extends SubjectType> = (type: string) => T

/** Names are separated by commas, so that a name with a comma would become two. */
function pack(value: unknown, member: string): string {
  const names = wrapArray(value)
  const wrong = names.find((name) => typeof name !== 'string' || name === '' || name.includes(','))
  if (names.length === 0 || wrong !== undefined)
    throw new InvalidRule(
      `packRules cannot pack the ${member} ${display(names.length ? wrong : value)} of a rule`,
    )
  return names.join(',')
}

/** Shortens rules for JSON. */
export const packRules = <T extends AnyRawRule>(
  rules: readonly T[],
  packSubject?: PackSubjectType<Extract<T['subject'], SubjectType>>,
): PackRule<T>[] =>
  rules.map(({ action, subject, conditions, inverted, fields, reason }) => {
    const names = packSubject ? wrapArray(subject).map((type) => packSubject(type as never)) : subject
    const packed = [
      pack(action, 'action'),
      pack(names, 'subject'),
      conditions || 0,
      inverted ? 1 : 0,
      fields === undefined || fields === null ? 0 : pack(fields, 'fields'),
      reason || '',
    ]
    while (!packed.at(-1)) packed.pop()
    return packed as PackRule<T>
  })

function unpack(value: unknown, member: string): string[] {
  if (typeof value !== 'string' || value.split(',').includes(''))
    throw new InvalidRule(`Invalid ${member} of a packed rule: ${display(value)}`)
  return value.split(',')
}

const isOneOf = (value: unknown, ...wanted: readonly unknown[]) => wanted.includes(value)

function checkPacked(rule: unknown): asserts rule is readonly unknown[] {
  if (!Array.isArray(rule) || rule.length < 2 || rule.length > 6)
    throw new InvalidRule(`Invalid packed rule: ${display(rule)}`)
  const [, , conditions, inverted, fields, reason] = rule as readonly unknown[]
  const isValid =
    (isPlainObject(conditions) || isOneOf(conditions, 0, 1, null, undefined)) &&
    isOneOf(inverted, 0, 1, undefined) &&
    (typeof fields === 'string' || isOneOf(fields, 0, undefined)) &&
    (typeof reason === 'string' || isOneOf(reason, 0, undefined))
  if (!isValid) throw new InvalidRule(`Invalid packed rule: ${display(rule)}`)
}

/**
 * The rules of a packed list.
 * @throws {InvalidRule} if a member of the list is no packed rule.
 */
export function unpackRules<T extends AnyRawRule>(
  rules: readonly PackRule<T>[],
  unpackSubject?: UnpackSubjectType<Extract<T['subject'], SubjectType>>,
): T[] {
  if (!Array.isArray(rules)) throw new InvalidRule(`Invalid list of packed rules: ${display(rules)}`)
  return rules.map((packed: unknown) => {
    checkPacked(packed)
    const [action, subject, conditions, inverted, fields, reason] = packed
    const types = unpack(subject, 'subject')
    return {
      inverted: inverted === 1,
      action: unpack(action, 'action'),
      subject: unpackSubject ? types.map(unpackSubject) : types,
      ...(!!conditions && { conditions }),
      ...(!!fields && { fields: unpack(fields, 'fields') }),
      ...(!!reason && { reason }),
    } as unknown as T
  })
}
