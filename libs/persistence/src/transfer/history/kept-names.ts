import { isLink, isMany, mapLinks, type Field } from '@content-service/domain/internal/model'
import { toLineParts, type LineLink } from '@content-service/domain/internal/transfer'
import type { RecordNames } from './record-names.ts'

/** Asks for the names of the linked records in a value. */
export const askLinks = (field: Field, value: unknown, names: RecordNames): void => {
  if (value === null) return
  if (isMany(field)) for (const id of value as readonly string[]) names.ask(field.toMany, id)
  else if (isLink(field)) names.ask(field.to, value as string | number)
  else
    mapLinks(field, value, ({ field: { to }, id }) => {
      if (id !== null) names.ask(to, id)
      return id
    })
}

/** The value with names in the place of ids; links to what is gone are left out. */
export const nameValue = (name: string, field: Field, value: unknown, names: RecordNames): unknown => {
  if (value === null) return null
  if (isMany(field)) return (value as readonly string[]).flatMap((id) => names.find(field.toMany, id) ?? [])
  if (isLink(field)) return names.find(field.to, value as string | number)
  const convert = ({ field: { to }, value: id }: LineLink) =>
    id === null ? null : names.find(to, id as string | number)
  return toLineParts(name, field, value, convert)
}
