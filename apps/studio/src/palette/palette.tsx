import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import {
  Autocomplete,
  Button,
  Dialog,
  DialogTrigger,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components'
import { nameForPeople, sortTypes, type ContentModel } from '../api/model.ts'
import { useMay } from '../api/permissions.ts'
import { messages } from '../language/language.ts'
import { useModel } from '../shell/use-model.ts'
import type { Place } from './place.ts'
import { useFound } from './use-found.ts'

/** The places that are no type. */
const usePages = (words: string): readonly Place[] => {
  const pages = [
    { path: 'account', label: messages.account, about: '' },
    ...(useMay()('audit:read') ? [{ path: 'audit-log', label: messages.auditLog, about: '' }] : []),
  ]
  return pages
    .filter(({ label }) => label.toLowerCase().includes(words.trim().toLowerCase()))
    .map((page) => ({ ...page, key: page.path, id: null }))
}

const listTypes = (model: ContentModel, words: string): readonly Place[] =>
  sortTypes(model.types)
    .filter((type) => nameForPeople(type).toLowerCase().includes(words.trim().toLowerCase()))
    .map((type) => ({
      key: type.path,
      label: nameForPeople(type),
      about: messages.content,
      path: type.path,
      id: null,
    }))

const Places = ({ onGo }: { readonly onGo: (place: Place) => void }) => {
  const model = useModel()
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed)
  const found = useFound(model, words)
  const places = [...listTypes(model, words), ...usePages(words), ...found]
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <SearchField aria-label={messages.go} autoFocus>
        <Input placeholder={messages.goHelp} />
      </SearchField>
      <Menu
        aria-label={messages.go}
        items={places}
        renderEmptyState={() => <div className="none">{messages.noMatch}</div>}
        onAction={(key) => {
          const place = places.find((each) => each.key === key)
          if (place) onGo(place)
        }}
      >
        {(place: Place) => (
          <MenuItem id={place.key} textValue={place.label}>
            <span>{place.label}</span>
            <span className="help">{place.about}</span>
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  )
}

const isShortcut = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey)

/** Ctrl-K, or Cmd-K, leads to every type and record. */
export const Palette = () => {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isShortcut(event)) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const go = ({ path, id }: Place): void => {
    setOpen(false)
    void (id === null
      ? navigate({ to: '/$path', params: { path }, search: {} })
      : navigate({ to: '/$path/$id', params: { path, id } }))
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className="go">
        {messages.go} <kbd>Ctrl K</kbd>
      </Button>
      <ModalOverlay className="overlay top" isDismissable>
        <Modal>
          <Dialog aria-label={messages.go} className="palette">
            <Places onGo={go} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  )
}
