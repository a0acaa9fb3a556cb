/** Style sheets of every screen. Mantine's load with the parts that use them. */
import "./tokens.css";
import "./base.css";
