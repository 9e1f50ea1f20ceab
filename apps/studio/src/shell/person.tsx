import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { countDrafts, dropAllDrafts } from '../drafts/drafts.ts'
import { messages } from '../language/language.ts'
import { endSession } from '../session/session.ts'
import { PERSON_QUERY } from './use-person.ts'

/** Who is signed in. C20.5: a sign-out asks first if it would remove a text that the service has not taken. */
export const Person = () => {
  const { data } = useQuery(PERSON_QUERY)
  const [isAsking, setAsking] = useState(false)
  const person = String(data?.id ?? '')
  const leaving = useMutation({
    mutationFn: async () => {
      setAsking(false)
      // What is kept goes only after the session has ended.
      await endSession()
      await dropAllDrafts(person)
      location.assign('/studio')
    },
  })
  const leave = (): void => leaving.mutate()
  const ask = async (): Promise<void> => ((await countDrafts(person)) > 0 ? setAsking(true) : leave())
  return (
    <div className="person">
      <Link to="/account" title={messages.account}>
        <span className="name">{data?.name ?? ''}</span>
        <span className="initial" aria-hidden="true">
          {data?.name.slice(0, 1)}
        </span>
      </Link>
      {leaving.error && <span role="alert">{messages.stillSignedIn}</span>}
      <Button className="quiet" onPress={() => void ask()}>
        {messages.signOut}
      </Button>
      <ModalOverlay className="overlay" isOpen={isAsking} onOpenChange={setAsking}>
        <Modal>
          <Dialog role="alertdialog">
            <Heading slot="title">{messages.signOutQuestion}</Heading>
            <div className="buttons">
              <Button autoFocus onPress={() => setAsking(false)}>
                {messages.stay}
              </Button>
              <Button className="danger" onPress={leave}>
                {messages.signOut}
              </Button>
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </div>
  )
}
