import type { StateCommand } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { useId, useState } from 'react'
import { Button, Group, ToggleButton, Toolbar } from 'react-aria-components'
import { isLongText } from '../fields/long-text.ts'
import { FieldLabel } from '../fields/text-widgets.tsx'
import type { WidgetProps } from '../fields/widget.ts'
import { messages } from '../language/language.ts'
import { Editor } from './editor.tsx'
import { insertLink, toggleLines, toggleMark } from './formats.ts'
import { Preview } from './preview.tsx'
import '../theme/markdown.css'

interface Format {
  readonly label: string
  readonly sign: string
  readonly style?: string
  readonly run: StateCommand
}

const FORMATS: readonly Format[] = [
  { label: messages.bold, sign: 'B', style: 'bold', run: toggleMark('**') },
  { label: messages.italic, sign: 'I', style: 'italic', run: toggleMark('_') },
  { label: messages.code, sign: '<>', run: toggleMark('`') },
  { label: messages.link, sign: '↗', run: insertLink },
  { label: messages.heading, sign: 'H', run: toggleLines('## ') },
  { label: messages.list, sign: '•', run: toggleLines('- ') },
  { label: messages.quotation, sign: '“', run: toggleLines('> ') },
]

const Formats = ({ view }: { readonly view: EditorView | null }) => (
  <Group className="formats">
    {FORMATS.map(({ label, sign, style, run }) => (
      <Button
        key={label}
        className="quiet"
        aria-label={label}
        onPress={() => {
          if (view === null) return
          run(view)
          view.focus()
        }}
      >
        <span aria-hidden className={style}>
          {sign}
        </span>
      </Button>
    ))}
  </Group>
)

/** There is room for the text and its preview beside each other. */
const IS_WIDE = matchMedia('(width >= 64rem)')

interface WritingProps extends WidgetProps {
  readonly text: string
}

const Writing = ({ field, text, onChange, error }: WritingProps) => {
  const about = useId()
  const [view, setView] = useState<EditorView | null>(null)
  const [isPreviewed, setPreviewed] = useState(IS_WIDE.matches)
  return (
    <div className={isLongText(field) ? 'field markdown' : 'field markdown short'}>
      <FieldLabel field={field} />
      <Toolbar aria-label={messages.formats}>
        <Formats view={view} />
        <ToggleButton className="quiet" isSelected={isPreviewed} onChange={setPreviewed}>
          {messages.preview}
        </ToggleButton>
      </Toolbar>
      <div className={isPreviewed ? 'panes both' : 'panes'}>
        <Editor
          text={text}
          onChange={(next) => onChange(next === '' && field.nullable ? null : next)}
          label={field.label}
          placeholder={field.placeholder ?? ''}
          describedBy={about}
          isInvalid={error !== undefined}
          onReady={setView}
        />
        {isPreviewed && <Preview text={text} />}
      </div>
      <div id={about}>
        <span className="help">{field.help}</span>
        {error !== undefined && <span className="react-aria-FieldError">{error}</span>}
      </div>
    </div>
  )
}

/** A text in Markdown, and beside it what its readers see. Who may not write sees that alone. */
const MarkdownField = (props: WidgetProps) => {
  const text = typeof props.value === 'string' ? props.value : ''
  if (!props.isReadOnly) return <Writing {...props} text={text} />
  return (
    <div className="field markdown">
      <span className="label">{props.field.label}</span>
      <Preview text={text} />
    </div>
  )
}

export default MarkdownField
