import { FieldError, Input, Label, Text, TextArea, TextField } from 'react-aria-components'
import { messages } from '../language/language.ts'
import type { Field } from '../api/model.ts'
import { LAST_DAY } from './local-time.ts'
import { useUnfinished } from './unfinished.ts'
import type { WidgetProps } from './widget.ts'

/** Accessible names end in no mark, so that a screen reader reads the name alone (C20.4). */
export const FieldLabel = ({ field }: { readonly field: Pick<Field, 'label' | 'required'> }) => (
  <span className="label-row">
    <Label>{field.label}</Label>
    {field.required && <span className="required">{messages.required}</span>}
  </span>
)

const toText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

interface TextProps extends WidgetProps {
  readonly type?: 'text' | 'email' | 'url' | 'date'
  readonly lines?: number
  readonly isNarrow?: boolean
  /** The keyboard of a phone. */
  readonly inputMode?: 'text' | 'decimal'
}

/** An empty text is null where the value can be null. */
const TextWidget = ({
  field,
  value,
  onChange,
  error,
  isReadOnly,
  type = 'text',
  lines,
  isNarrow = false,
  inputMode = 'text',
}: TextProps) => {
  const { isUnfinished, watch } = useUnfinished()
  const problem = isUnfinished ? messages.completeDate : error
  return (
    <TextField
      className={isNarrow ? 'field narrow' : 'field'}
      type={type}
      inputMode={inputMode}
      value={toText(value)}
      onChange={(text) => onChange(text === '' && field.nullable ? null : text)}
      isReadOnly={isReadOnly}
      isRequired={field.required}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel field={field} />
      {lines === undefined ? (
        <Input placeholder={field.placeholder ?? ''} {...(type === 'date' && { max: LAST_DAY, ...watch })} />
      ) : (
        <TextArea rows={lines} placeholder={field.placeholder ?? ''} />
      )}
      <Text slot="description">{field.help}</Text>
      <FieldError>{problem}</FieldError>
    </TextField>
  )
}

const LINES = 5

export const LineWidget = (props: WidgetProps) => <TextWidget {...props} />
export const EmailWidget = (props: WidgetProps) => <TextWidget {...props} type="email" />
export const DateWidget = (props: WidgetProps) => <TextWidget {...props} type="date" isNarrow />
/** A text, because a number would lose digits. The service takes a point, and some keyboards have a comma in its place. */
export const DecimalWidget = ({ onChange, ...props }: WidgetProps) => (
  <TextWidget
    {...props}
    onChange={(text) => onChange(typeof text === 'string' ? text.replace(',', '.') : text)}
    isNarrow
    inputMode="decimal"
  />
)
export const UrlWidget = (props: WidgetProps) => <TextWidget {...props} type="url" />
export const LongTextWidget = (props: WidgetProps) => <TextWidget {...props} lines={LINES} />

const parseTags = (text: string): readonly string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

/** Words with commas between them. What is typed stays as it is until the field loses the focus. */
export const TagsWidget = ({ field, value, onChange, error, isReadOnly }: WidgetProps) => (
  <TextField
    key={JSON.stringify(value)}
    className="field"
    defaultValue={Array.isArray(value) ? value.join(', ') : ''}
    onBlur={(event) => onChange(parseTags((event.target as HTMLInputElement).value))}
    isReadOnly={isReadOnly}
    isInvalid={error !== undefined}
    validationBehavior="aria"
  >
    <FieldLabel field={field} />
    <Input placeholder={field.placeholder ?? ''} />
    <Text slot="description">
      {field.help} {messages.tagsHelp}
    </Text>
    <FieldError>{error}</FieldError>
  </TextField>
)
