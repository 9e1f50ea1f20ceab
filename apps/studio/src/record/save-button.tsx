import { messages } from '../language/language.ts'

/** Sends the form of the page, as Ctrl-S does. */
export const SaveButton = ({ isDisabled }: { readonly isDisabled: boolean }) => (
  <button
    type="submit"
    className="primary"
    disabled={isDisabled}
    title={messages.saveKeys}
    aria-keyshortcuts="Control+S Meta+S"
  >
    {messages.save}
  </button>
)
