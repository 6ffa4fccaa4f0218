// The soak runs the property test of terms.test.ts over 2,000 seeds.
import './terms.test.ts'
