import { badUserInput, type ContentModel, type Problem, type RecordType } from '@content-service/domain'
import {
  hasLinks,
  isLink,
  isMany,
  namePartMember,
  type Field,
  type LinkTarget,
} from '@content-service/domain/internal/model'
import { badValue } from '@content-service/domain/internal/rules'
import {
  fromLineParts,
  listDraftFields,
  listKeptFields,
  listLineLinks,
} from '@content-service/domain/internal/transfer'
import type { References } from '../references.ts'

type Values = Readonly<Record<string, unknown>>

/** The values of a revision in a line. */
interface Kept {
  readonly references: References
  readonly model: ContentModel
  readonly type: RecordType
}

/** @throws BAD_USER_INPUT. */
const requireLinked = async (
  { references, model }: Kept,
  to: LinkTarget,
  name: string,
  path: Problem['path'],
) => {
  const id = await references.findTarget(model, to, name)
  if (id === null) throw badValue(['values', ...path], `there is no ${to.word} ${JSON.stringify(name)}`)
  return id
}

/** A part stays without a link that the line leaves out: the record had gone when the service wrote the line. */
const resolveParts = async (kept: Kept, name: string, field: Field, value: unknown): Promise<unknown> => {
  const ids = new Map<string, string | number>()
  for (const link of listLineLinks({ fields: { [name]: field } }, { [name]: value }))
    ids.set(
      `${link.field.to.name} ${link.name}`,
      await requireLinked(kept, link.field.to, link.name, link.path),
    )
  return fromLineParts(
    name,
    field,
    value,
    (link) => ids.get(`${link.field.to.name} ${String(link.value)}`) ?? null,
  )
}

const resolveMany = async (kept: Kept, name: string, to: LinkTarget, names: readonly string[]) => {
  const ids: (string | number)[] = []
  for (const [place, each] of names.entries()) ids.push(await requireLinked(kept, to, each, [name, place]))
  if (new Set(ids).size < ids.length)
    throw badUserInput([{ path: ['values', name], message: `must have no ${to.word} twice` }])
  return ids
}

const resolveValue = async (
  kept: Kept,
  name: string,
  field: Field,
  value: unknown,
): Promise<readonly [string, unknown]> => {
  if (isMany(field)) {
    const attribute = kept.type.manyLinks.find((link) => link.name === name)?.attribute ?? name
    // The rule of the line has accepted the names.
    return [attribute, await resolveMany(kept, name, field.toMany, (value ?? []) as readonly string[])]
  }
  const attribute = namePartMember(name, field)
  if (value === null || !hasLinks(field)) return [attribute, value]
  if (isLink(field)) return [attribute, await requireLinked(kept, field.to, String(value), [name])]
  return [attribute, await resolveParts(kept, name, field, value)]
}

/** The values of a draft by the names of inputs, with ids in the place of names: those that the line has. @throws BAD_USER_INPUT. */
export const resolveDraft = async (kept: Kept, values: Values): Promise<Values> => {
  const resolved: (readonly [string, unknown])[] = []
  for (const [name, field] of listDraftFields(kept.type))
    if (Object.hasOwn(values, name)) resolved.push(await resolveValue(kept, name, field, values[name]))
  return Object.fromEntries(resolved)
}

/** The values of a revision by the names of attributes, with ids in the place of names. @throws BAD_USER_INPUT for unknown names. */
export const resolveKept = async (kept: Kept, values: Values): Promise<Values> => {
  const resolved: (readonly [string, unknown])[] = []
  // One after the other: the references keep what they find.
  for (const [name, field] of listKeptFields(kept.type))
    resolved.push(await resolveValue(kept, name, field, values[name] ?? null))
  return Object.fromEntries(resolved)
}
