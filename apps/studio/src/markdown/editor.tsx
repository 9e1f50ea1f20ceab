import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown'
import { syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState, Transaction } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { insertLink, toggleMark } from './formats.ts'
import { MARKDOWN_STYLE } from './highlight.ts'

interface EditorProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly label: string
  readonly placeholder: string
  /** The id of the element with help and errors. */
  readonly describedBy: string
  readonly isInvalid: boolean
  /** Gives the view to the toolbar. */
  readonly onReady: (view: EditorView | null) => void
}

const KEYS = keymap.of([
  { key: 'Mod-b', run: toggleMark('**') },
  { key: 'Mod-i', run: toggleMark('_') },
  { key: 'Mod-Shift-k', run: insertLink },
  ...markdownKeymap,
  ...defaultKeymap,
  ...historyKeymap,
])

/** What screen readers say of the editor, which changes while it is open. */
const ATTRIBUTES = new Compartment()

const writeAttributes = ({ label, describedBy, isInvalid }: EditorProps) =>
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': String(isInvalid),
    spellcheck: 'true',
    autocapitalize: 'sentences',
    // Tells that the keyboard reaches a text that is longer than its editor, and scrolls it.
    tabindex: '0',
  })

const isOfForm = (transaction: Transaction): boolean => transaction.annotation(Transaction.remote) === true

const createExtensions = (props: EditorProps, onText: (text: string) => void) => [
  history(),
  KEYS,
  markdownLanguage,
  syntaxHighlighting(MARKDOWN_STYLE),
  EditorView.lineWrapping,
  ATTRIBUTES.of(writeAttributes(props)),
  placeholder(props.placeholder),
  EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    if (docChanged && !transactions.some(isOfForm)) onText(state.doc.toString())
  }),
]

/** Replaces the text of the editor by that of the form, which somebody has discarded, merged or restored. */
const takeText = (view: EditorView, text: string): void => {
  const now = view.state.doc.toString()
  if (now === text) return
  const changes = { from: 0, to: now.length, insert: text }
  view.dispatch({ changes, annotations: Transaction.remote.of(true) })
}

/** A text field for Markdown. The editor has the text; a key press waits for nothing of the page. */
export const Editor = (props: EditorProps) => {
  const { text, isInvalid, onReady } = props
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const sent = useRef<readonly string[]>([])
  const [view, setView] = useState<EditorView | null>(null)
  useEffect(() => {
    const onText = (next: string): void => {
      sent.current = [...sent.current, next]
      latest.current.onChange(next)
    }
    const { text: doc } = latest.current
    const state = EditorState.create({ doc, extensions: createExtensions(latest.current, onText) })
    const created = new EditorView({ state, parent: place.current as HTMLDivElement })
    setView(created)
    onReady(created)
    return () => {
      onReady(null)
      created.destroy()
    }
  }, [onReady])
  useEffect(() => {
    view?.dispatch({ effects: ATTRIBUTES.reconfigure(writeAttributes(latest.current)) })
  }, [view, isInvalid])
  useEffect(() => {
    if (view === null) return
    // The form can be some keys behind. What it has of the editor itself is no change.
    const own = sent.current.indexOf(text)
    sent.current = sent.current.slice(own + 1)
    if (own === -1) takeText(view, text)
  }, [view, text])
  return <div ref={place} className="editor" data-invalid={isInvalid || undefined} />
}
