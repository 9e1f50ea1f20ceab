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
  readonly field: Field
  readonly type: ContentType
  /** What the field shows before somebody types. */
  readonly text: string
  readonly onChoose: (id: string, title: string) => void
  readonly error: string | undefined
  readonly isRequired?: boolean
}

/** A field in which people find a record by its title. */
export const LinkSearch = ({ field, type, text, onChoose, error, isRequired = false }: LinkSearchProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const words = useDeferredValue(typed ?? '')
  const { data = [] } = useQuery({
    queryKey: ['suggest', type.path, words],
    queryFn: () => suggestRecords(type, words),
    enabled: typed !== null,
  })
  const choose = (id: unknown): void => {
    const found = data.find((body) => String(body.id) === String(id))
    if (found) onChoose(String(found.id), writeTitle(found, type))
    setTyped(null)
  }
  return (
    <ComboBox
      className="field"
      inputValue={typed ?? text}
      onInputChange={setTyped}
      onOpenChange={(isOpen) => isOpen && setTyped((current) => current ?? '')}
      onSelectionChange={(key) => key !== null && choose(key)}
      onBlur={() => setTyped(null)}
      selectedKey={null}
      items={data}
      menuTrigger="focus"
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
