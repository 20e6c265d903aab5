//! Takes in the page, compressed, so that the program is one file.

fn main() {
    memory_serve::load_directory("web/dist");
}
