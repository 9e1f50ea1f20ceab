import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepLocale } from '../language/language.ts'
import { showTheme } from '../theme/show-theme.ts'
import { PERSON_QUERY } from './use-person.ts'

/** C20.5: shows the studio in the language and the colours of the account. */
export const useAppearance = (): void => {
  const settings = useQuery(PERSON_QUERY).data?.settings
  useEffect(() => {
    if (settings === undefined) return
    showTheme(settings.theme)
    if (keepLocale(settings.locale)) location.reload()
  }, [settings])
}
