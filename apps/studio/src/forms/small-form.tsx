import type { FormEvent, ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { messages } from '../language/language.ts'
import { ErrorNotice } from '../shell/notice.tsx'
import type { FormState } from './use-form.ts'

interface SmallFormProps {
  readonly form: FormState
  /** The words of the button that sends the form. */
  readonly label: string
  readonly children: ReactNode
  /** The form stands in a dialog, which this closes. */
  readonly onBack?: () => void
  readonly isDanger?: boolean
}

/** The service checks the values, so that its words are the same everywhere. */
export const SmallForm = ({ form, label, children, onBack, isDanger = false }: SmallFormProps) => (
  <form
    noValidate
    onSubmit={(event: FormEvent) => {
      event.preventDefault()
      // Another form can be around this one for React, though not for the browser.
      event.stopPropagation()
      if (!form.isIdle) form.submit()
    }}
  >
    {form.error && <ErrorNotice error={form.error} />}
    {children}
    <div className={onBack ? 'buttons' : 'send'}>
      {onBack && <Button onPress={onBack}>{messages.back}</Button>}
      <Button type="submit" className={isDanger ? 'danger' : 'primary'} isDisabled={form.isIdle}>
        {label}
      </Button>
      {!onBack && (
        <span className="count" role="status">
          {form.isSent ? messages.saved : ''}
        </span>
      )}
    </div>
  </form>
)
