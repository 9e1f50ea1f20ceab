import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, type PressEvent } from 'react-aria-components'
import type { ContentType, Field } from '../api/model.ts'
import { getTypeNamed } from '../api/model.ts'
import type { Body } from '../api/client.ts'
import { readByIds } from '../api/records.ts'
import { messages } from '../language/language.ts'
import { useModel } from '../shell/use-model.ts'
import { LinkSearch } from './link-search.tsx'
import { findTitle, writeTitle } from './show-value.ts'
import { keepFocus, swap } from './swap.ts'
import { ShownWidget } from './value-widgets.tsx'
import type { WidgetProps } from './widget.ts'

const useTarget = ({ link }: Field): ContentType => getTypeNamed(useModel(), link?.to ?? '')

/** The titles of chosen records by their ids, of the record itself and of those that were just chosen. */
const useTitles = (type: ContentType, ids: readonly string[]) => {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const unknown = ids.filter((id) => !(id in chosen))
  const { data = [] } = useQuery({
    queryKey: ['titles', type.path, unknown],
    queryFn: () => readByIds(type, unknown),
    enabled: unknown.length > 0,
  })
  const read = Object.fromEntries(data.map((body) => [String(body.id), writeTitle(body, type)]))
  const titles: Readonly<Record<string, string>> = { ...read, ...chosen }
  return {
    show: (id: string): string => titles[id] ?? id,
    note: (id: string, title: string): void => setChosen((all) => ({ ...all, [id]: title })),
  }
}

export const OneWidget = (props: WidgetProps) => {
  const { field, value, onChange, error, isReadOnly, body } = props
  const type = useTarget(field)
  const { show, note } = useTitles(type, value === null || value === undefined ? [] : [String(value)])
  const linked = body?.[field.name] as Readonly<Record<string, unknown>> | null | undefined
  // A part of a record has the id of the link alone.
  const named = linked === undefined && value ? { title: show(String(value)) } : linked
  if (isReadOnly) return <ShownWidget {...props} body={{ ...body, [field.name]: named } as Body} />
  const isUnchanged = linked !== null && linked !== undefined && String(linked['id']) === String(value)
  const title = (isUnchanged && findTitle(linked, type.titleField)) || (value ? show(String(value)) : '')
  return (
    <div className="one-link">
      <LinkSearch
        field={field}
        type={type}
        chosen={value === null || value === undefined ? null : String(value)}
        text={title}
        error={error}
        isRequired={field.required}
        offersNew
        onChoose={(id, chosen) => {
          note(id, chosen)
          onChange(id)
        }}
      />
      {field.nullable && value !== null && (
        <Button className="quiet" onPress={() => onChange(null)}>
          {messages.clear}
        </Button>
      )}
    </div>
  )
}

/** Links to several records. Buttons change the order, so that a keyboard does it, too. */
export const ManyWidget = ({ field, value, onChange, error, isReadOnly }: WidgetProps) => {
  const type = useTarget(field)
  const ids = Array.isArray(value) ? value.map(String) : []
  const { show, note } = useTitles(type, ids)
  const isOrdered = field.link?.ordered === true && !isReadOnly
  // At the ends, a button stays and does nothing: a button that goes away would take the focus with it.
  const move =
    (from: number, to: number) =>
    (press: PressEvent): void => {
      onChange(swap(ids, from, to))
      keepFocus(press)
    }
  return (
    <fieldset className="many-links">
      {!isReadOnly && (
        <LinkSearch
          field={field}
          type={type}
          chosen={null}
          text=""
          error={error}
          offersNew
          onChoose={(id, title) => {
            note(id, title)
            if (!ids.includes(id)) onChange([...ids, id])
          }}
        />
      )}
      <ol>
        {ids.map((id, place) => (
          <li key={id}>
            <span>{show(id)}</span>
            {isOrdered && (
              <>
                <Button aria-label={messages.moveUp(show(id))} onPress={move(place, place - 1)}>
                  ↑
                </Button>
                <Button aria-label={messages.moveDown(show(id))} onPress={move(place, place + 1)}>
                  ↓
                </Button>
              </>
            )}
            {!isReadOnly && (
              <Button
                aria-label={messages.removeLink(show(id))}
                onPress={() => onChange(ids.filter((each) => each !== id))}
              >
                ×
              </Button>
            )}
          </li>
        ))}
      </ol>
    </fieldset>
  )
}
