import { useId, useState, type ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { messages } from '../language/language.ts'

/** A browser lets pages write to the clipboard on TLS and on the own machine alone. */
const mayCopy = (): boolean => 'clipboard' in navigator

const CopyButton = ({ text }: { readonly text: string }) => {
  const [isCopied, setCopied] = useState(false)
  if (!mayCopy()) return null
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <Button onPress={() => void copy()}>
      <span role="status">{isCopied ? messages.copied : messages.copy}</span>
    </Button>
  )
}

interface SecretProps {
  readonly label: string
  readonly text: string
}

/** What the service shows only once. */
export const Secret = ({ label, text }: SecretProps) => {
  const id = useId()
  return (
    <div className="field secret">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="secret-row">
        {/* A text area shows the whole of it also on a phone. */}
        <textarea
          id={id}
          readOnly
          rows={2}
          value={text}
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={text} />
      </div>
    </div>
  )
}

interface SecretListProps {
  readonly label: string
  readonly texts: readonly string[]
  /** Further buttons. */
  readonly children: ReactNode
}

/** Several secrets, each on a line of its own. */
export const SecretList = ({ label, texts, children }: SecretListProps) => (
  <div className="secret">
    <ul className="codes" aria-label={label}>
      {texts.map((text) => (
        <li key={text}>
          <code>{text}</code>
        </li>
      ))}
    </ul>
    <div className="send">
      <CopyButton text={texts.join('\n')} />
      {children}
    </div>
  </div>
)
