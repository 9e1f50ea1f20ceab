import type { Body } from '../api/client.ts'
import { nameAttribute, type Field } from '../api/model.ts'
import type { Values } from '../record/changes.ts'
import { ShownWidget } from './value-widgets.tsx'
import { pickInside } from '../forms/refusals.ts'
import { WIDGETS } from './widgets.tsx'

interface FieldControlProps {
  /** The path of the value in the form; by default that of a field of the form. */
  readonly path?: string
  readonly field: Field
  readonly values: Values
  readonly onChange: (name: string, value: unknown) => void
  /** What the service refused, by the members of the body. */
  readonly refused: Readonly<Record<string, string>>
  readonly isReadOnly?: boolean
  readonly body: Body | null
}

/** The control of a field, with its value among those of a form. */
export const FieldControl = ({
  field,
  values,
  onChange,
  refused,
  isReadOnly = false,
  body,
  path = nameAttribute(field),
}: FieldControlProps) => {
  const Control = field.readOnly ? ShownWidget : WIDGETS[field.kind]
  const name = nameAttribute(field)
  const isShown = isReadOnly || field.readOnly
  return (
    <div className="control" data-path={path}>
      <Control
        // Nobody has to write what nobody can write.
        field={isShown ? { ...field, required: false } : field}
        value={values[name] ?? null}
        onChange={(value) => onChange(name, value)}
        error={refused[name]}
        isReadOnly={isShown}
        refusedInside={pickInside(refused, name)}
        renderPart={(part) => (
          <FieldControl
            key={part.field.name}
            {...part}
            path={`${path}.${part.at}`}
            isReadOnly={isReadOnly}
            body={part.values as Body}
          />
        )}
        body={body}
      />
    </div>
  )
}
