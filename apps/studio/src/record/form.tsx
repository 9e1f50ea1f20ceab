import type { Body } from '../api/client.ts'
import { nameAttribute, type ContentType, type Field } from '../api/model.ts'
import { FieldControl } from '../fields/field-control.tsx'
import { showValue } from '../fields/show-value.ts'
import type { Refused } from '../forms/refusals.ts'
import type { Values } from './changes.ts'

/** A body without the member of a field takes none: users, for example, have an address of their own for their access. */
const isTaken = (field: Field, body: Body | null): boolean =>
  body === null || nameAttribute(field) in body || field.name in body

/** A part never leaves the record at whose address it was created. */
const holdParent = (fields: readonly Field[], isPart: boolean): readonly Field[] =>
  fields.map((field) =>
    isPart && field.kind === 'one' && field.required ? { ...field, readOnly: true } : field,
  )

/** What people write stands before what the service sets. */
const isShown = (field: Field, body: Body | null): boolean =>
  field.readOnly ? body !== null && showValue(field, body) !== '' : isTaken(field, body)

interface FormProps {
  readonly type: ContentType
  readonly values: Values
  readonly onChange: (name: string, value: unknown) => void
  readonly refused: Refused
  readonly isReadOnly: boolean
  readonly body: Body | null
  /** The record belongs to another one, at whose address it was created. */
  readonly isPart?: boolean
}

const groupFields = (fields: readonly Field[]) => [...Map.groupBy(fields, ({ section }) => section ?? '')]

/** The fields of a record, in the sections of the model. */
export const Form = ({ type, values, onChange, refused, isReadOnly, body, isPart = false }: FormProps) => {
  const show = (field: Field) => (
    <FieldControl key={field.name} {...{ field, values, onChange, refused, isReadOnly, body }} />
  )
  const shown = holdParent(type.fields, isPart).filter((field) => isShown(field, body))
  return (
    <div className="form">
      <div className="written">
        {groupFields(shown.filter(({ readOnly }) => !readOnly)).map(([section, fields]) => (
          <section key={section}>
            {section !== '' && <h2>{section}</h2>}
            {fields.map(show)}
          </section>
        ))}
      </div>
      <aside>{shown.filter(({ readOnly }) => readOnly).map(show)}</aside>
    </div>
  )
}
