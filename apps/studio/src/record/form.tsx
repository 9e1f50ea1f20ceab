import { isClientError } from '@content-service/client'
import type { Body } from '../api/client.ts'
import type { ContentType, Field } from '../api/model.ts'
import { FieldControl } from '../fields/field-control.tsx'
import { showValue } from '../fields/show-value.ts'
import type { Values } from './changes.ts'

/** What the service refused, by the members of the body. */
export type Refused = Readonly<Record<string, string>>

export const readRefused = (error: unknown): Refused =>
  isClientError(error) && error.code === 'BAD_USER_INPUT'
    ? Object.fromEntries(error.problems.map(({ path, message }) => [String(path[0] ?? ''), message]))
    : {}

/** What people write stands before what the service sets. */
const isShown = (field: Field, body: Body | null): boolean =>
  field.readOnly ? body !== null && showValue(field, body) !== '' : true

interface FormProps {
  readonly type: ContentType
  readonly values: Values
  readonly onChange: (name: string, value: unknown) => void
  readonly refused: Refused
  readonly isReadOnly: boolean
  readonly body: Body | null
}

const groupFields = (fields: readonly Field[]) => [...Map.groupBy(fields, ({ section }) => section ?? '')]

/** The fields of a record, in the sections of the model. */
export const Form = ({ type, values, onChange, refused, isReadOnly, body }: FormProps) => {
  const show = (field: Field) => (
    <FieldControl key={field.name} {...{ field, values, onChange, refused, isReadOnly, body }} />
  )
  const shown = type.fields.filter((field) => isShown(field, body))
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
