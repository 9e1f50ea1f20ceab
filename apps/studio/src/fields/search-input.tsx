import { use, type KeyboardEvent } from 'react'
import { ComboBoxStateContext, Input } from 'react-aria-components'

interface SearchInputProps {
  readonly placeholder: string
  /** Nothing is chosen, or what is typed is not chosen yet. */
  readonly isOpenChoice: boolean
}

/** The box of a combo box. Enter opens its list while there is something to choose, and does not send the form. */
export const SearchInput = ({ placeholder, isOpenChoice }: SearchInputProps) => {
  const state = use(ComboBoxStateContext)
  const openList = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || state === null || state.isOpen || !isOpenChoice) return
    event.preventDefault()
    state.open(null, 'manual')
  }
  return <Input placeholder={placeholder} onKeyDown={openList} />
}
