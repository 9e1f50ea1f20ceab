import { useState } from 'react'
import { Button, ComboBox, FieldError, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components'
import type { ContentType, Field } from '../api/model.ts'
import { messages } from '../language/language.ts'
import { SearchInput } from './search-input.tsx'
import { FieldLabel } from './text-widgets.tsx'
import { useSuggestions, type Suggestion } from './use-suggestions.ts'

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
  /** The field is part of a form that stays open while somebody creates a record for it. */
  readonly offersNew?: boolean
}

/** The form stays in its tab, so that nothing that is written into it is lost. */
const Option = ({ id, title, href }: Suggestion) => (
  <ListBoxItem
    id={id}
    textValue={title}
    {...(href !== undefined && { href, target: '_blank', rel: 'noopener' })}
  >
    {title}
    {href !== undefined && <span className="help"> {messages.inNewTab}</span>}
  </ListBoxItem>
)

/** A field in which people find a record by its title. */
export const LinkSearch = ({
  field,
  type,
  chosen,
  text,
  onChoose,
  error,
  isRequired = false,
  offersNew = false,
}: LinkSearchProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const [isUsed, setUsed] = useState(false)
  const { items, note, isNone, renew } = useSuggestions(type, typed ?? '', { isUsed, offersNew })
  // A new control for each record that a field takes, because only a lasting selection closes the list.
  const [round, setRound] = useState(0)
  const choose = (id: string): void => {
    const found = items.find((item) => item.id === id)
    if (found) onChoose(id, found.title)
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
      onOpenChange={(isOpen) => isOpen && renew()}
      onSelectionChange={(key) => key !== null && choose(String(key))}
      onBlur={() => setTyped(null)}
      selectedKey={chosen}
      items={items}
      allowsEmptyCollection
      isRequired={isRequired}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel field={field} />
      <div className="combo">
        <SearchInput
          placeholder={field.placeholder ?? messages.searchIn(type.labels)}
          isOpenChoice={typed !== null || text === ''}
        />
        <Button aria-label={messages.search}>▾</Button>
      </div>
      <Text slot="description">{field.help}</Text>
      <FieldError>{error}</FieldError>
      <Popover>
        {isNone && items.length > 0 && (
          <p className="none" role="status">
            {note}
          </p>
        )}
        <ListBox renderEmptyState={() => <div className="none">{note}</div>}>{Option}</ListBox>
      </Popover>
    </ComboBox>
  )
}
