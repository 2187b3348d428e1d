/** Every style sheet, once, in the order in which they may override each other. */
import '@mantine/core/styles.layer.css'
import './fonts.css'
import './base.css'
