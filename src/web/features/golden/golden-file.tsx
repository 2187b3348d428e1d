import { Button, FileButton, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { type GoldenFormat, GoldenSite } from '#shared/chat/golden-questions.ts'
import { failureText } from '#web/api/request.ts'
import { issuesByField } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { useExportGolden, useImportGolden } from '#web/queries/golden.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { downloadFile } from '#web/ui/download-file.ts'
import { useFields } from '#web/ui/hooks/use-fields.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './checks.module.css'

const formats = {
  yaml: { name: 'readback.yml', type: 'application/yaml', label: 'YAML' },
  json: { name: 'readback.json', type: 'application/json', label: 'JSON' },
  csv: { name: 'readback.csv', type: 'text/csv', label: 'CSV' },
} as const satisfies Record<GoldenFormat, object>

/** Imports a golden file, and exports one; `site` is null while there is nothing to export. */
export function GoldenFile({ notebookId, site }: { notebookId: string; site: GoldenSite | null }) {
  const importing = useImportGolden(notebookId)
  const [isExporting, setIsExporting] = useState(false)
  return (
    <>
      <FileButton
        accept=".yml,.yaml,.json,.csv"
        // Without a new key, choosing the same file again does nothing.
        key={importing.submittedAt}
        onChange={(file) => file && importing.mutate(file)}
      >
        {(props) => (
          <Button {...props} variant="default" loading={importing.isPending} leftSection={<IconUpload size={16} />}>
            {t('golden.import')}
          </Button>
        )}
      </FileButton>
      {site && (
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => setIsExporting(true)}>
          {t('golden.export')}
        </Button>
      )}
      {importing.data && <Notice>{t('golden.imported', { n: importing.data.questions.length })}</Notice>}
      {importing.error && <Notice tone="danger">{failureText(importing.error, 'server.unexpected')}</Notice>}
      {site && isExporting && <ExportForm notebookId={notebookId} site={site} onClose={() => setIsExporting(false)} />}
    </>
  )
}

type ExportFormProps = { notebookId: string; site: GoldenSite; onClose: () => void }

/** The format, and what the file says about the site that `readback check` crawls. */
function ExportForm({ notebookId, site, onClose }: ExportFormProps) {
  const exporting = useExportGolden(notebookId)
  const [format, setFormat] = useState<GoldenFormat>('yaml')
  const { values, setErrors, field } = useFields({
    site: site.site ?? '',
    folder: site.folder ?? '',
    pages: site.pages?.toString() ?? '',
    depth: site.depth?.toString() ?? '',
  })

  function save() {
    const parsed = GoldenSite.safeParse({
      site: values.site.trim() || undefined,
      folder: values.folder.trim() || undefined,
      pages: numberOf(values.pages),
      depth: numberOf(values.depth),
    })
    setErrors(issuesByField(parsed.error))
    if (!parsed.success) return
    exporting.mutate(
      { format, site: parsed.data },
      {
        onSuccess(file) {
          const { name, type } = formats[format]
          downloadFile(name, file, type)
          onClose()
        },
      },
    )
  }

  return (
    <Dialog opened onClose={onClose} title={t('golden.exportTitle')} size="lg">
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <NativeSelect
          label={t('golden.format')}
          data-autofocus
          data={Object.entries(formats).map(([value, { label }]) => ({ value, label }))}
          value={format}
          // The options are the formats.
          onChange={({ currentTarget }) => setFormat(currentTarget.value as GoldenFormat)}
        />
        {format === 'csv' ? (
          <Text c="dimmed">{t('golden.csvHint')}</Text>
        ) : (
          <>
            <Text c="dimmed">{t('golden.siteHint')}</Text>
            <TextInput
              label={t('golden.site')}
              description={t('golden.siteAddressHint')}
              inputMode="url"
              {...field('site')}
            />
            <TextInput label={t('golden.folder')} description={t('golden.folderHint')} {...field('folder')} />
            <Group grow align="start">
              <TextInput label={t('golden.maxPages')} inputMode="numeric" {...field('pages')} />
              <TextInput label={t('golden.maxDepth')} inputMode="numeric" {...field('depth')} />
            </Group>
          </>
        )}
        {exporting.error && <Notice tone="danger">{failureText(exporting.error, 'server.unexpected')}</Notice>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={exporting.isPending}>
            {t('golden.download')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

const numberOf = (text: string) => (text.trim() === '' ? undefined : Number(text))
