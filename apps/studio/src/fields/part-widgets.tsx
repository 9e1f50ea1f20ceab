import { useRef } from 'react'
import { Button } from 'react-aria-components'
import type { Field } from '../api/model.ts'
import { pickInside, type Refused } from '../forms/refusals.ts'
import { messages } from '../language/language.ts'
import { startValues, type Values } from '../record/changes.ts'
import { ChoicesWidget, isChoices } from './choices-widget.tsx'
import { Items } from './part-items.tsx'
import { Members, PartError, readPart } from './part-members.tsx'
import { useAddedFocus } from './use-added-focus.ts'
import type { WidgetProps } from './widget.ts'

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
  const group = useRef<HTMLFieldSetElement>(null)
  const noteAdded = useAddedFocus(Number(isThere), () => group.current)
  const toggle = (): void => {
    onChange(isThere ? null : startValues(fields))
    if (!isThere) noteAdded()
  }
  return (
    <fieldset ref={group} className="field field-parts">
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
        <Button className="quiet" onPress={toggle}>
          {isThere ? messages.removeLink(field.label) : messages.addPart(field.label)}
        </Button>
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
