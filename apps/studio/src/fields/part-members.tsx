import { nameAttribute, type Field } from '../api/model.ts'
import type { Refused } from '../forms/refusals.ts'
import type { Values } from '../record/changes.ts'
import type { WidgetProps } from './widget.ts'

type Render = WidgetProps['renderPart']

export const readPart = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}

/** The part itself is wrong, and not a part of it. */
export const PartError = ({
  error,
  inside,
}: {
  readonly error: string | undefined
  readonly inside: Refused
}) =>
  error !== undefined && Object.keys(inside).length === 0 ? <p className="part-refusal">{error}</p> : null

interface MembersProps {
  /** The path of the part in the value; empty for the value itself. */
  readonly at?: string
  readonly fields: readonly Field[]
  readonly part: Values
  readonly onChange: (part: Values) => void
  readonly refused: Refused
  readonly render: Render
}

/** The members of a part, each with the control of its kind. */
export const Members = ({ at = '', fields, part, onChange, refused, render }: MembersProps) =>
  fields.map((field) =>
    render({
      at: [at, nameAttribute(field)].filter((step) => step !== '').join('.'),
      field,
      values: part,
      // A part has other members, such as its key.
      onChange: (name, value) => onChange({ ...part, [name]: value }),
      refused,
    }),
  )
