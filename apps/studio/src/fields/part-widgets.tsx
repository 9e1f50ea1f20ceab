import type { ReactNode } from 'react'
import { Button, type PressEvent } from 'react-aria-components'
import { nameAttribute, type Field } from '../api/model.ts'
import { pickInside, type Refused } from '../forms/refusals.ts'
import { messages } from '../language/language.ts'
import { startValues, type Values } from '../record/changes.ts'
import { ChoicesWidget, isChoices } from './choices-widget.tsx'
import { keepFocus, swap } from './swap.ts'
import type { WidgetProps } from './widget.ts'

type Render = WidgetProps['renderPart']

const readPart = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}

/** The part itself is wrong, and not a part of it. */
const PartError = ({ error, inside }: { readonly error: string | undefined; readonly inside: Refused }) =>
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
const Members = ({ at = '', fields, part, onChange, refused, render }: MembersProps) =>
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

/** C16.1: a group. One that can be null is added and removed as a whole. */
export const GroupWidget = ({
  field,
  value,
  onChange,
  error,
  isReadOnly,
  refusedInside,
  renderPart,
}: WidgetProps) => {
  const fields = field.fields ?? []
  const isThere = value !== null || !field.nullable
  return (
    <fieldset className="field field-parts">
      <legend className="label">{field.label}</legend>
      <span className="help">{field.help}</span>
      {isThere && (
        <Members
          {...{ fields, refused: refusedInside, render: renderPart }}
          part={{ ...startValues(fields), ...readPart(value) }}
          onChange={onChange}
        />
      )}
      <PartError error={error} inside={refusedInside} />
      {field.nullable && !isReadOnly && (
        <Button className="quiet" onPress={() => onChange(value === null ? startValues(fields) : null)}>
          {value === null ? messages.addPart(field.label) : messages.removeLink(field.label)}
        </Button>
      )}
    </fieldset>
  )
}

/** What one kind of parts adds to a list: its name, and a new one. */
interface Addition {
  readonly label: string
  readonly create: () => unknown
}

interface ItemsProps extends WidgetProps {
  readonly additions: readonly Addition[]
  readonly nameItem: (item: unknown, place: number) => string
  readonly renderItem: (item: unknown, place: number, change: (item: unknown) => void) => ReactNode
}

/** A part has a key. Plain values have their places alone. */
const findKey = (item: unknown, place: number): string => String(readPart(item)['key'] ?? place)

/** The items of a list, with buttons that move, remove and add them. */
const Items = (props: ItemsProps) => {
  const { field, value, onChange, error, isReadOnly, refusedInside, additions, nameItem, renderItem } = props
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const move = (from: number, to: number) => (press: PressEvent) => {
    onChange(swap(items, from, to))
    keepFocus(press)
  }
  return (
    <fieldset className="field field-parts">
      <legend className="label">{field.label}</legend>
      <span className="help">{field.help}</span>
      <ol className="part-items">
        {items.map((item, place) => {
          const name = nameItem(item, place)
          return (
            <li key={findKey(item, place)}>
              <div className="part-item">
                {renderItem(item, place, (next) => onChange(items.with(place, next)))}
              </div>
              {!isReadOnly && (
                <div className="part-actions">
                  <Button aria-label={messages.moveUp(name)} onPress={move(place, place - 1)}>
                    ↑
                  </Button>
                  <Button aria-label={messages.moveDown(name)} onPress={move(place, place + 1)}>
                    ↓
                  </Button>
                  <Button
                    aria-label={messages.removeLink(name)}
                    onPress={() => onChange(items.toSpliced(place, 1))}
                  >
                    ×
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ol>
      <PartError error={error} inside={refusedInside} />
      {!isReadOnly && (
        <div className="part-additions">
          {additions.map(({ label, create }) => (
            <Button className="quiet" key={label} onPress={() => onChange([...items, create()])}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  )
}

const createPart = (fields: readonly Field[], more: Values = {}): Values => ({
  key: crypto.randomUUID(),
  ...more,
  ...startValues(fields),
})

/** A member of a form cannot be called by its place: its name is that of the field. */
const nameAt = (field: Field, place: number): string => `${field.label} ${place + 1}`

/** C16.1: a list of plain values, or of groups. */
export const ListWidget = (props: WidgetProps) => {
  const { field, refusedInside, renderPart } = props
  const { item } = field
  if (item === null) return null
  if (isChoices(field)) return <ChoicesWidget {...props} />
  const { fields } = item
  const nameItem = (_: unknown, place: number) => nameAt(field, place)
  return (
    <Items
      {...props}
      additions={[
        {
          label: messages.addItem(field.label),
          create: () => (fields ? createPart(fields) : (item.initial ?? null)),
        },
      ]}
      nameItem={nameItem}
      renderItem={(value, place, change) =>
        fields ? (
          <Members
            {...{ fields, render: renderPart, onChange: change }}
            at={String(place)}
            part={readPart(value)}
            refused={pickInside(refusedInside, String(place))}
          />
        ) : (
          renderPart({
            at: String(place),
            field: { ...item, label: nameAt(field, place), required: false },
            values: { [item.name]: value },
            onChange: (_, next) => change(next),
            refused: nameRefusal(refusedInside, place, item.name),
          })
        )
      }
    />
  )
}

const nameRefusal = (refused: Refused, place: number, name: string): Refused => {
  const message = refused[String(place)]
  return message === undefined ? {} : { [name]: message }
}

/** C16.1: parts of several types. */
export const BlocksWidget = (props: WidgetProps) => {
  const { field, refusedInside, renderPart } = props
  const types = field.blocks ?? []
  const find = (part: unknown) => types.find(({ type }) => type === readPart(part)['type'])
  return (
    <Items
      {...props}
      additions={types.map(({ type, label, fields }) => ({
        label: messages.addPart(label),
        create: () => createPart(fields, { type }),
      }))}
      nameItem={(part, place) => `${find(part)?.label ?? field.label} ${place + 1}`}
      renderItem={(part, place, change) => (
        <>
          <span className="label">{find(part)?.label}</span>
          <Members
            {...{ fields: find(part)?.fields ?? [], render: renderPart, onChange: change }}
            at={String(place)}
            part={readPart(part)}
            refused={pickInside(refusedInside, String(place))}
          />
        </>
      )}
    />
  )
}
