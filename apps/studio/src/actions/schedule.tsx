import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Input, Label, TextField } from 'react-aria-components'
import type { Body } from '../api/client.ts'
import type { ContentType } from '../api/model.ts'
import { scheduleRecord, unscheduleRecord } from '../api/records.ts'
import { LAST_TIME, toLocal, toUtc } from '../fields/local-time.ts'
import { DialogButton } from '../forms/dialog-button.tsx'
import { messages, writeTime } from '../language/language.ts'
import { ErrorNotice } from '../shell/notice.tsx'
import type { Actions } from './use-actions.ts'

interface ScheduleProps {
  readonly type: ContentType
  readonly id: string
  readonly body: Body
  readonly actions: Actions
}

const TimeForm = ({ type, id, body, actions, close }: ScheduleProps & { readonly close: () => void }) => {
  const [local, setLocal] = useState(toLocal(body['scheduledFor']))
  const scheduling = useMutation({
    mutationFn: () => {
      const publishAt = toUtc(local) ?? ''
      return actions.run({
        send: () => scheduleRecord(type, id, publishAt),
        done: messages.scheduled(writeTime(publishAt)),
      })
    },
    onSuccess: close,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        scheduling.mutate()
      }}
    >
      {scheduling.error && <ErrorNotice error={scheduling.error} />}
      <TextField className="field" value={local} onChange={setLocal} isRequired autoFocus>
        <Label>{messages.publishAt}</Label>
        <Input type="datetime-local" max={LAST_TIME} />
      </TextField>
      <div className="buttons">
        <Button onPress={close}>{messages.back}</Button>
        <Button type="submit" className="primary" isDisabled={scheduling.isPending}>
          {messages.schedule}
        </Button>
      </div>
    </form>
  )
}

/** C17.2: publishes the record at a time, or takes that back. */
export const Schedule = (props: ScheduleProps) => {
  const { type, id, body, actions } = props
  // A type without a schedule can have an operation of this name.
  if (type.schedule === null) return null
  const allowed = body.actions ?? []
  // The service also lets people take back a schedule that is not there.
  const isScheduled = (body['scheduledFor'] ?? null) !== null
  return (
    <>
      {allowed.includes('schedule') && (
        <DialogButton label={isScheduled ? messages.reschedule : messages.schedule}>
          {(close) => <TimeForm {...props} close={close} />}
        </DialogButton>
      )}
      {isScheduled && allowed.includes('unschedule') && (
        <Button
          onPress={() =>
            actions.start({ send: () => unscheduleRecord(type, id), done: messages.unscheduled })
          }
        >
          {messages.unschedule}
        </Button>
      )}
    </>
  )
}
