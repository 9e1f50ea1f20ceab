import { ChoiceInput } from '../forms/inputs.tsx'
import { messages } from '../language/language.ts'
import { ShownWidget } from './value-widgets.tsx'
import type { WidgetProps } from './widget.ts'

const NONE = ''

/** One word of a closed set. A field that can be null, or that has no word yet, offers no word as well. */
export const ChoiceWidget = (props: WidgetProps) => {
  const { field, value, onChange, error, isReadOnly } = props
  if (isReadOnly) return <ShownWidget {...props} />
  const given = typeof value === 'string' ? value : NONE
  const none = field.nullable || given === NONE ? [{ value: NONE, label: messages.none }] : []
  return (
    <ChoiceInput
      label={field.label}
      help={field.help}
      value={given}
      choices={[...none, ...(field.choices ?? [])]}
      onChange={(word) => onChange(word === NONE ? null : word)}
      error={error}
      isRequired={field.required}
    />
  )
}
