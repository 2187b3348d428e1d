import { Modal } from '@mantine/core'
import { useLayer } from '#web/ui/hooks/use-layer.ts'
import { useReturnFocus } from '#web/ui/hooks/use-return-focus.ts'
import classes from './page-viewer.module.css'
import { PageViewer } from './page-viewer.tsx'

type StoredPageProps = { page: { pageId: string; url: string; title: string; sentence?: string }; onClose: () => void }

/** A stored page in a dialog, scrolled to the sentence. Mount it only while it is open. */
export function StoredPage({ page, onClose }: StoredPageProps) {
  const { pageId, title, sentence } = page
  const citation = sentence
    ? { ...page, sentence, marker: 0, passageId: '', state: 'quoted' as const, verified: true, claim: '' }
    : null
  useReturnFocus(true)
  useLayer(true, onClose)
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={false}
      size="60rem"
      centered
      classNames={{ body: classes.dialog }}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content aria-label={title}>
        <Modal.Body>
          <PageViewer openPage={{ pageId, citation }} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
