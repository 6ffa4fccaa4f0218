import './fuzz.test.ts'
import './heavy.test.ts'
