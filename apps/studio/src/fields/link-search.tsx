import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import {
  Button,
  ComboBox,
  FieldError,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components'
import type { ContentType, Field } from '../api/model.ts'
import { suggestRecords } from '../api/records.ts'
import { messages } from '../language/language.ts'
import { writeTitle } from './show-value.ts'
import { FieldLabel } from './text-widgets.tsx'

interface LinkSearchProps {
  readonly field: Pick<Field, 'label' | 'help' | 'placeholder' | 'required'>
  readonly type: ContentType
  /** The id of the chosen record, for a field that has one. */
  readonly chosen: string | null
  /** What the field shows before somebody types. */
  readonly text: string
  readonly onChoose: (id: string, title: string) => void
  readonly error: string | undefined
  readonly isRequired?: boolean
}

/** A field in which people find a record by its title. */
export const LinkSearch = ({
  field,
  type,
  chosen,
  text,
  onChoose,
  error,
  isRequired = false,
}: LinkSearchProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const [isUsed, setUsed] = useState(false)
  const words = useDeferredValue(typed ?? '')
  const { data = [] } = useQuery({
    queryKey: ['suggest', type.path, words],
    queryFn: () => suggestRecords(type, words),
    enabled: isUsed,
  })
  // A new control for each record that a field takes, because only a lasting selection closes the list.
  const [round, setRound] = useState(0)
  const choose = (id: string): void => {
    const found = data.find((body) => String(body.id) === id)
    if (found) onChoose(id, writeTitle(found, type))
    setTyped(null)
    if (chosen === null) setRound(round + 1)
  }
  return (
    <ComboBox
      key={round}
      autoFocus={round > 0}
      className="field"
      inputValue={typed ?? text}
      onInputChange={setTyped}
      onFocus={() => setUsed(true)}
      onSelectionChange={(key) => key !== null && choose(String(key))}
      onBlur={() => setTyped(null)}
      selectedKey={chosen}
      items={data}
      allowsEmptyCollection
      isRequired={isRequired}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel field={field} />
      <div className="combo">
        <Input placeholder={field.placeholder ?? messages.search} />
        <Button aria-label={messages.search}>▾</Button>
      </div>
      <Text slot="description">{field.help}</Text>
      <FieldError>{error}</FieldError>
      <Popover>
        <ListBox renderEmptyState={() => <div className="none">{messages.noMatch}</div>}>
          {(body: (typeof data)[number]) => (
            <ListBoxItem id={String(body.id)} textValue={writeTitle(body, type)}>
              {writeTitle(body, type)}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
